//! Files: read whole or piece by piece, written beside and renamed.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use rely_report::Failure;

/// Larger inputs are refused.
pub const MAX_BYTES: u64 = 4 << 30;

/// Bytes that are read at a time; enough to tell the format.
const PIECE: usize = 1 << 16;

/// Longer chains of links are circles.
const MAX_LINKS: usize = 40;

/// Reads a whole file; `-` is standard input.
///
/// # Errors
/// If it cannot be read or is too large.
pub fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).map_err(|error| Failure::unreadable(path, &error))?;
    Ok(bytes)
}

/// Opens a file for reading piece by piece; `-` is standard input.
///
/// # Errors
/// If it cannot be opened or is too large.
pub fn open(path: &str) -> Result<Box<dyn BufRead>, Failure> {
    if path == "-" {
        return Ok(Box::new(BufReader::with_capacity(PIECE, std::io::stdin().take(MAX_BYTES))));
    }
    open_at(path, Path::new(path))
}

/// Opens the file at a place for reading piece by piece; the path is for messages.
///
/// # Errors
/// As [`open`].
pub fn open_at(path: &str, place: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let file = std::fs::File::open(place).map_err(|error| Failure::unreadable(path, &error))?;
    let about = file.metadata().map_err(|error| Failure::unreadable(path, &error))?;
    if about.is_dir() {
        return Err(Failure::in_file("E1001", path, "this is a folder, but a file is expected"));
    }
    if about.len() > MAX_BYTES {
        let message = format!("the file has {} bytes, the limit is 4 GiB", about.len());
        return Err(Failure::in_file("E1001", path, message));
    }
    Ok(Box::new(BufReader::with_capacity(PIECE, file.take(MAX_BYTES))))
}

/// The first bytes of a file; `None` if it cannot be read.
pub fn head(path: &Path, most: u64) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    std::fs::File::open(path).ok()?.take(most).read_to_end(&mut head).ok()?;
    Some(head)
}

/// Is a file protected against writing?
pub fn is_read_only(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|about| about.permissions().readonly())
}

/// How many bytes a file has, as far as that is known without reading it.
pub fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |about| about.len())
}

/// Writes a file so that nobody ever sees half of it: a temporary file beside it is filled and renamed. A
/// link stays, and what it points to is written. What is there and is no file, as a device or a pipe, is
/// written into and stays what it is.
///
/// # Errors
/// If it cannot be written; the old file is then untouched.
pub fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let place = behind_links(path);
    let folder = folder_of(place.as_deref().unwrap_or(path));
    let attempt = || -> std::io::Result<()> {
        if std::fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
            let mut device = std::io::BufWriter::new(std::fs::OpenOptions::new().write(true).open(path)?);
            content(&mut device)?;
            return device.flush();
        }
        let circle = || std::io::Error::other("its links form a cycle");
        let place = place.as_deref().ok_or_else(circle)?;
        let mut file = std::io::BufWriter::new(tempfile::NamedTempFile::new_in(folder)?);
        content(&mut file)?;
        let file = file.into_inner().map_err(|error| error.into_error())?;
        keep_permissions(file.as_file(), place)?;
        file.persist(place).map_err(|error| error.error)?;
        Ok(())
    };
    attempt().map_err(|error| {
        // The error of a temporary file names that file; what matters to the user is the kind.
        let message = match error.kind() {
            std::io::ErrorKind::NotFound => "its folder does not exist".to_string(),
            std::io::ErrorKind::PermissionDenied => "no permission to write the file".to_string(),
            _ if folder.is_file() => format!("{} is a file, not a folder", folder.display()),
            _ if path.is_dir() => "a folder of that name exists".to_string(),
            _ => format!("the file cannot be written: {error}"),
        };
        Failure::in_file("E1002", path.display().to_string(), message)
    })
}

/// Looks, before the work begins, whether results have a place: folders that exist, and a file for each.
///
/// # Errors
/// If one cannot be written there, or two are to be in one file.
pub fn expect_places(paths: &[&Path]) -> Result<(), Failure> {
    for (at, path) in paths.iter().enumerate() {
        let message = match folder_of(path) {
            _ if paths[..at].contains(path) => "two results cannot be written to the same file".to_string(),
            folder if folder.is_file() => format!("{} is a file, not a folder", folder.display()),
            folder if !folder.is_dir() => "its folder does not exist".to_string(),
            _ if path.is_dir() => "a folder of that name exists".to_string(),
            _ => continue,
        };
        return Err(Failure::in_file("E1002", path.display().to_string(), message));
    }
    Ok(())
}

/// Where a file is that a path names, through links, which may lead to a file that is yet to be made;
/// `None` if they lead in a circle.
fn behind_links(path: &Path) -> Option<PathBuf> {
    let mut place = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(next) = std::fs::read_link(&place) else { return Some(place) };
        place = folder_of(&place).join(next);
    }
    None
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A path as it is seen from a folder, so that both can be moved together.
pub fn relative(file: &str, folder: &Path) -> String {
    let (Ok(file_path), Ok(folder)) = (Path::new(file).canonicalize(), folder.canonicalize()) else {
        return file.to_string();
    };
    let common = file_path.components().zip(folder.components()).take_while(|(x, y)| x == y).count();
    let mut path = PathBuf::new();
    folder.components().skip(common).for_each(|_| path.push(".."));
    file_path.components().skip(common).for_each(|part| path.push(part));
    path.to_string_lossy().into_owned()
}

/// A file that takes the place of another may be used by the same people; a new one is as readable as files
/// usually are.
#[cfg(unix)]
fn keep_permissions(file: &std::fs::File, place: &Path) -> std::io::Result<()> {
    match std::fs::metadata(place) {
        Ok(about) => file.set_permissions(about.permissions()),
        Err(_) => make_readable(file),
    }
}

#[cfg(not(unix))]
fn keep_permissions(file: &std::fs::File, _: &Path) -> std::io::Result<()> {
    make_readable(file)
}

/// Temporary files are private; results are as readable as files usually are.
#[cfg(unix)]
pub fn make_readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
pub fn make_readable(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        write(&path, |out| out.write_all(b"old")).unwrap();
        let failed = write(&path, |out| {
            out.write_all(b"new")?;
            Err(std::io::Error::other("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
    }

    #[cfg(unix)]
    #[test]
    fn who_may_read_a_file_may_read_the_next_one() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        write(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(mode(), 0o644);
        for kept in [0o600, 0o755, 0o640] {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(kept)).unwrap();
            write(&path, |out| out.write_all(b"newer")).unwrap();
            assert_eq!(mode(), kept);
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("inner")).unwrap();
        std::fs::write(at("inner/old"), "old").unwrap();
        for (link, to) in [("one", "two"), ("two", "inner/old"), ("three", "inner/new")] {
            symlink(to, at(link)).unwrap();
        }
        for (link, file) in [("one", "inner/old"), ("three", "inner/new")] {
            write(&at(link), |out| out.write_all(link.as_bytes())).unwrap();
            assert_eq!(std::fs::read_to_string(at(file)).unwrap(), link);
            assert!(at(link).is_symlink() && !at(file).is_symlink(), "{link}");
        }
        for (link, to) in [("circle", "circle"), ("lost", "nowhere/file")] {
            symlink(to, at(link)).unwrap();
            assert!(write(&at(link), |out| out.write_all(b"lost")).is_err(), "{link}");
            assert!(at(link).is_symlink(), "{link}");
        }
    }
}
