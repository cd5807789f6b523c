//! Functions and their blocks.

use crate::body::{Body, Name};
use crate::error::Read;
use crate::index::Symbol;
use crate::ir::{Function, Parameter, Type};
use crate::lexer::{Token, unescape};
use crate::reader::Reader;

impl<'a> Reader<'a> {
    /// `define …` or `declare …`
    pub(crate) fn function(&mut self, defined: bool) -> Read<()> {
        let begin = self.cursor;
        self.cursor.advance()?;
        let mut debug = self.function_metadata()?;
        let mut internal = false;
        let mut weak = false;
        self.preamble(|word| {
            internal |= matches!(word, "private" | "internal");
            weak |= word == "extern_weak";
        })?;
        let result = self.ty()?;
        let named = self.cursor;
        let Token::Global(raw) = self.cursor.advance()? else {
            return named.expected("the name of a function");
        };
        let name = unescape(raw);
        let symbol = self.symbols.get(&name).copied();
        if weak {
            self.unsupported(format!("extern_weak @{name}"), begin.line);
        }
        self.body = Some(Body::default());
        let (parameters, variadic) = self.parameters()?;
        let noreturn = self.function_attributes()?;
        if let Some(here) = self.function_metadata()? {
            debug = Some(here);
        }
        let mut function = Function {
            name: name.to_string(),
            result,
            parameters,
            variadic,
            internal,
            noreturn,
            blocks: Vec::new(),
            locals: Vec::new(),
            local_names: Vec::new(),
            variables: Vec::new(),
            place: None,
            ty: None,
            line: begin.line,
        };
        if let Some((number, at)) = debug {
            (function.place, function.ty) = self.source.function(number, at)?;
        }
        if defined {
            self.blocks(&function.result)?;
        }
        if let Some(mut body) = self.body.take() {
            body.finish(self.cursor.text())?;
            function.blocks = body.blocks;
            function.locals = body.locals;
            function.local_names = body.local_names;
            function.variables = body.variables;
        }
        match symbol {
            Some(Symbol::Debug) if !defined => Ok(()),
            Some(Symbol::Function(id)) if id.index() == self.module.functions.len() => {
                self.module.functions.push(function);
                Ok(())
            }
            _ => Err(begin.error("expected this definition at the beginning of its line")),
        }
    }

    fn parameters(&mut self) -> Read<(Vec<Parameter>, bool)> {
        self.cursor.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.cursor.is(b')') {
            if self.cursor.token == Token::Dots {
                self.cursor.advance()?;
                variadic = true;
                break;
            }
            let ty = self.ty()?;
            let attributes = self.parameter_attributes()?;
            let name = self.local_name();
            let given = name.is_some();
            let cursor = self.cursor;
            if matches!(ty, Type::Void | Type::Function(..)) {
                return cursor.expected("a parameter that has a value");
            }
            let Some(body) = self.body.as_mut() else { return cursor.expected("a function") };
            let name = match name {
                Some(Name::Text(text)) => Name::Text(text),
                Some(Name::Number(number)) => Name::Number(body.next_number(Some(number), &cursor)?),
                None => Name::Number(body.next_number(None, &cursor)?),
            };
            let local = body.define(name, ty.clone(), &cursor)?;
            if given {
                self.cursor.advance()?;
            }
            let (by_value, returned) = (attributes.by_value, attributes.returned);
            parameters.push(Parameter { local, ty, by_value, returned });
            if !self.cursor.accept(b',')? {
                break;
            }
        }
        self.cursor.expect(b')')?;
        Ok((parameters, variadic))
    }

    /// The blocks between braces.
    fn blocks(&mut self, result: &Type) -> Read<()> {
        self.cursor.expect(b'{')?;
        if self.cursor.is(b'}') {
            return self.cursor.expected("an instruction");
        }
        while !self.cursor.is(b'}') {
            let cursor = self.cursor;
            let Some(body) = self.body.as_mut() else { return cursor.expected("a function") };
            let name = match cursor.token {
                Token::Label(label) => Name::Text(unescape(label)),
                Token::LabelNumber(number) => Name::Number(body.next_number(Some(number), &cursor)?),
                // Orders of uses have no meaning for an execution.
                Token::Word("uselistorder") => {
                    self.cursor.skip_line()?;
                    continue;
                }
                _ => Name::Number(body.next_number(None, &cursor)?),
            };
            let labeled = matches!(cursor.token, Token::Label(_) | Token::LabelNumber(_));
            body.begin_block(name, &cursor)?;
            if labeled {
                self.cursor.advance()?;
            }
            while !self.instruction(result)? {}
        }
        self.cursor.advance().map(drop)
    }
}
