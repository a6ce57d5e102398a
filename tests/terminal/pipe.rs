//! What a terminal is sent, as it comes.

use std::io::Read;
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// Reads on a thread of its own until nobody listens, or nothing comes any more.
pub(crate) fn listen(mut reader: Box<dyn Read + Send>) -> Receiver<Vec<u8>> {
    let (sender, output) = mpsc::channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        // A terminal whose other end is closed reports an error in place of an end.
        while let Ok(length @ 1..) = reader.read(&mut buffer) {
            if sender.send(buffer[..length].to_vec()).is_err() {
                return;
            }
        }
    });
    output
}
