//! `huarong man`: the man page, made from the same table as the help.

use super::Cli;
use super::status::{Failure, Status};
use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::io::{self, Write};

/// Print the man page
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  huarong man | man -l -")]
pub(crate) struct Args {}

impl Args {
    /// Prints the page in roff: the program, then each subcommand.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut command = Cli::command();
        // Only when it is built do the subcommands know their whole names and their usage.
        command.build();
        // What comes after the help of the program is what the page says of its options anyway.
        let mut page =
            roff(&command.clone().after_help(Resettable::Reset), |man, page| man.render(page))?;
        for subcommand in command.get_subcommands_mut() {
            let name = subcommand.get_name();
            // There is one page for all of them.
            page = page.replace(&format!("huarong\\-{name}(1)"), &format!("huarong {name}"));
            let usage = subcommand.render_usage().to_string().replace('-', "\\-");
            page += &format!(".SH \"HUARONG {}\"\n{usage}\n", subcommand.get_name().to_uppercase());
            let sections = roff(subcommand, |man, page| {
                man.render_description_section(page)?;
                man.render_options_section(page)?;
                man.render_extra_section(page)
            })?;
            page += &sections.replace(".SH EXTRA", ".PP").replace(".SH ", ".SS ");
        }
        io::stdout().lock().write_all(page.as_bytes())?;
        Ok(Status::Fine)
    }
}

/// What is written of the page of a command.
fn roff(
    command: &Command,
    write: impl FnOnce(&Man, &mut Vec<u8>) -> io::Result<()>,
) -> io::Result<String> {
    let mut page = Vec::new();
    write(&Man::new(command.clone()), &mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
