//! The forms of an answer, seen from outside and on saved objects: tables without headers and in another order, made to fit a
//! terminal, whole where that is asked for; and what programs are promised.

mod schemas;
mod tables;
