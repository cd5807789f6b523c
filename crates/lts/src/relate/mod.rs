//! Relations between two LTSs, with a distinguishing run on every *no*.
