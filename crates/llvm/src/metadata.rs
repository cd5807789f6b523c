//! The nodes of the metadata, one by one, as they are written.

use rustc_hash::FxHashMap;

use crate::cursor::Cursor;
use crate::error::{Read, ReadError};
use crate::lexer::Token;

/// The number of a node, or nothing for `null` and for nodes without a number.
pub(crate) type Ref = Option<u32>;

/// A node. Strings still contain their escapes.
#[derive(Clone, Debug)]
pub(crate) enum Node<'a> {
    /// A line and column in a scope.
    Location { line: u32, column: u32, scope: Ref },
    /// A block of the source.
    Scope { file: Ref, scope: Ref },
    /// A function.
    Function { file: Ref, line: u32, ty: Ref },
    /// A file.
    File { name: &'a str, directory: &'a str },
    /// A local or global variable.
    Variable { name: &'a str, ty: Ref, file: Ref, line: u32, scope: Ref },
    /// What a global variable of the module has in `!dbg`.
    Expression { variable: Ref },
    /// A basic type.
    Basic { name: &'a str, bits: u64, encoding: &'a str },
    /// Pointers, typedefs, qualifiers, members.
    Derived { tag: &'a str, name: &'a str, base: Ref, bits: u64, offset: u64, bit_field: bool },
    /// Structures, unions, arrays, enumerations.
    Composite { tag: &'a str, name: &'a str, base: Ref, bits: u64, elements: Ref },
    /// The type of a function.
    Subroutine { types: Ref },
    /// A dimension of an array.
    Subrange { count: Option<u64> },
    /// A value of an enumeration.
    Enumerator { name: &'a str, value: i128 },
    /// A list of nodes.
    Tuple(Vec<Ref>),
    /// A type of another kind.
    OtherType,
    /// Anything else.
    Other,
}

/// The first part of a field's value.
#[derive(Clone, Copy, Debug)]
enum Field<'a> {
    Ref(Ref),
    Int(i128),
    Text(&'a str),
    Word(&'a str),
    Nested,
}

/// All nodes of a module that have a number.
#[derive(Debug, Default)]
pub(crate) struct Metadata<'a> {
    numbers: FxHashMap<u32, u32>,
    /// The nodes, in the order of the text.
    pub(crate) nodes: Vec<Node<'a>>,
    /// The first byte of each node, for errors.
    pub(crate) offsets: Vec<usize>,
}

impl<'a> Metadata<'a> {
    /// The position of a node.
    pub(crate) fn position(&self, number: u32) -> Option<usize> {
        self.numbers.get(&number).map(|&at| at as usize)
    }

    /// A node by its number.
    pub(crate) fn get(&self, number: u32) -> Option<&Node<'a>> {
        self.position(number).and_then(|at| self.nodes.get(at))
    }

    /// Reads `!12 = …`, with the cursor at its number.
    pub(crate) fn definition(&mut self, cursor: &mut Cursor<'a>, number: u32) -> Read<()> {
        let begin = *cursor;
        cursor.advance()?;
        cursor.expect(b'=')?;
        cursor.accept_word("distinct")?;
        let node = node(cursor)?;
        cursor.one_line(&begin, "a node of metadata")?;
        if cursor.token != Token::End && cursor.line == begin.line {
            return cursor.expected("the end of the line after a node");
        }
        let at = u32::try_from(self.nodes.len()).map_err(|_| begin.error("too many nodes").limit())?;
        if self.numbers.insert(number, at).is_some() {
            return Err(begin.error(format!("metadata !{number} is defined twice")));
        }
        self.nodes.push(node);
        self.offsets.push(begin.start);
        Ok(())
    }
}

/// Reads a node: `!{…}` or `!DILocation(…)`.
pub(crate) fn node<'a>(cursor: &mut Cursor<'a>) -> Read<Node<'a>> {
    match cursor.token {
        Token::NodeName(kind) => {
            cursor.advance()?;
            if !cursor.is(b'(') {
                return cursor.expected("'(' after the kind of a node");
            }
            match kind {
                "DILocation"
                | "DILexicalBlock"
                | "DILexicalBlockFile"
                | "DISubprogram"
                | "DIFile"
                | "DILocalVariable"
                | "DIGlobalVariable"
                | "DIGlobalVariableExpression"
                | "DIBasicType"
                | "DIDerivedType"
                | "DICompositeType"
                | "DISubroutineType"
                | "DISubrange"
                | "DIEnumerator" => Fields::read(cursor)?.node(kind, cursor),
                _ => {
                    cursor.skip_brackets()?;
                    Ok(if kind.ends_with("Type") { Node::OtherType } else { Node::Other })
                }
            }
        }
        Token::Mark(b'!') => {
            cursor.advance()?;
            if let Token::Text(_) = cursor.token {
                cursor.advance()?;
                return Ok(Node::Other);
            }
            cursor.expect(b'{')?;
            tuple(cursor)
        }
        _ => cursor.expected("a node of metadata"),
    }
}

/// Reads a list of nodes behind its opening brace.
fn tuple<'a>(cursor: &mut Cursor<'a>) -> Read<Node<'a>> {
    let mut elements = Vec::new();
    while !cursor.is(b'}') {
        let element = match cursor.token {
            Token::Node(number) => Some(number),
            _ => None,
        };
        skip_value(cursor, b'}')?;
        elements.push(element);
        if !cursor.accept(b',')? && !cursor.is(b'}') {
            return cursor.expected("',' or '}' in a list of nodes");
        }
    }
    cursor.advance()?;
    Ok(Node::Tuple(elements))
}

/// Skips a value up to a comma or the end of the list.
fn skip_value(cursor: &mut Cursor<'_>, close: u8) -> Read<()> {
    if cursor.is(b',') || cursor.is(close) {
        return cursor.expected("a value");
    }
    loop {
        match cursor.token {
            Token::Mark(b',') => return Ok(()),
            Token::Mark(mark) if mark == close => return Ok(()),
            Token::Mark(b'(' | b'[' | b'{') => cursor.skip_brackets()?,
            Token::End => return cursor.expected("a value of metadata"),
            _ => {
                cursor.advance()?;
            }
        }
    }
}

/// The fields of a node.
struct Fields<'a> {
    fields: Vec<(&'a str, Field<'a>)>,
    begin: Cursor<'a>,
    bit_field: bool,
}

impl<'a> Fields<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Read<Self> {
        let begin = *cursor;
        let mut fields = Vec::with_capacity(8);
        let mut bit_field = false;
        cursor.expect(b'(')?;
        while !cursor.is(b')') {
            let Token::Label(name) = cursor.token else { return cursor.expected("the name of a field") };
            cursor.advance()?;
            let value = match cursor.token {
                Token::Node(number) => Field::Ref(Some(number)),
                Token::Word("null") => Field::Ref(None),
                Token::Int(digits) => match digits.parse() {
                    Ok(value) => Field::Int(value),
                    Err(_) => return cursor.expected("a number of at most 127 bits"),
                },
                Token::Text(text) => Field::Text(text),
                Token::Word(word) => Field::Word(word),
                _ => Field::Nested,
            };
            if name == "flags" {
                while let Token::Word(flag) = cursor.token {
                    bit_field |= flag == "DIFlagBitField";
                    cursor.advance()?;
                    if !cursor.accept(b'|')? {
                        break;
                    }
                }
            } else {
                skip_value(cursor, b')')?;
            }
            fields.push((name, value));
            if !cursor.accept(b',')? && !cursor.is(b')') {
                return cursor.expected("',' or ')' after a field");
            }
        }
        cursor.advance()?;
        Ok(Self { fields, begin, bit_field })
    }

    fn get(&self, name: &str) -> Option<Field<'a>> {
        self.fields.iter().find(|(field, _)| *field == name).map(|&(_, value)| value)
    }

    fn wrong<T>(&self, name: &str, what: &str) -> Read<T> {
        Err(self.begin.error(format!("expected {what} in the field '{name}'")))
    }

    fn reference(&self, name: &str) -> Read<Ref> {
        match self.get(name) {
            None | Some(Field::Nested) => Ok(None),
            Some(Field::Ref(reference)) => Ok(reference),
            Some(_) => self.wrong(name, "a node"),
        }
    }

    fn text(&self, name: &str) -> Read<&'a str> {
        match self.get(name) {
            None => Ok(""),
            Some(Field::Text(text)) => Ok(text),
            Some(_) => self.wrong(name, "a string"),
        }
    }

    fn word(&self, name: &str) -> Read<&'a str> {
        match self.get(name) {
            None => Ok(""),
            Some(Field::Word(word)) => Ok(word),
            // Tags and encodings without a name are numbers.
            Some(Field::Int(_)) => Ok("number"),
            Some(_) => self.wrong(name, "a word"),
        }
    }

    fn number<T: TryFrom<i128> + Default>(&self, name: &str) -> Read<T> {
        match self.get(name) {
            // A size or an offset may be a node, if it is known only at run time; C has none.
            None | Some(Field::Ref(_) | Field::Nested) => Ok(T::default()),
            Some(Field::Int(value)) => match T::try_from(value) {
                Ok(value) => Ok(value),
                Err(_) => self.wrong(name, "a smaller number"),
            },
            Some(_) => self.wrong(name, "a number"),
        }
    }

    fn node(&self, kind: &str, cursor: &Cursor<'a>) -> Result<Node<'a>, ReadError> {
        Ok(match kind {
            "DILocation" => Node::Location {
                line: self.number("line")?,
                column: self.number("column")?,
                scope: self.reference("scope")?,
            },
            "DILexicalBlock" | "DILexicalBlockFile" => {
                Node::Scope { file: self.reference("file")?, scope: self.reference("scope")? }
            }
            "DISubprogram" => Node::Function {
                file: self.reference("file")?,
                line: self.number("line")?,
                ty: self.reference("type")?,
            },
            "DIFile" => Node::File { name: self.text("filename")?, directory: self.text("directory")? },
            "DILocalVariable" | "DIGlobalVariable" => Node::Variable {
                name: self.text("name")?,
                ty: self.reference("type")?,
                file: self.reference("file")?,
                line: self.number("line")?,
                scope: self.reference("scope")?,
            },
            "DIGlobalVariableExpression" => Node::Expression { variable: self.reference("var")? },
            "DIBasicType" => Node::Basic {
                name: self.text("name")?,
                bits: self.number("size")?,
                encoding: self.word("encoding")?,
            },
            "DIDerivedType" => Node::Derived {
                tag: self.word("tag")?,
                name: self.text("name")?,
                base: self.reference("baseType")?,
                bits: self.number("size")?,
                offset: self.number("offset")?,
                bit_field: self.bit_field,
            },
            "DICompositeType" => Node::Composite {
                tag: self.word("tag")?,
                name: self.text("name")?,
                base: self.reference("baseType")?,
                bits: self.number("size")?,
                elements: self.reference("elements")?,
            },
            "DISubroutineType" => Node::Subroutine { types: self.reference("types")? },
            // A count of -1 and a count that is a node stand for an unknown one.
            "DISubrange" => Node::Subrange {
                count: match self.get("count") {
                    Some(Field::Int(count)) => u64::try_from(count).ok(),
                    _ => None,
                },
            },
            "DIEnumerator" => Node::Enumerator { name: self.text("name")?, value: self.number("value")? },
            _ => return cursor.expected("a known kind of node"),
        })
    }
}
