//! `#[derive(Domain)]`: all values of an enum or a struct.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Fields};

/// Writes the implementation.
pub fn derive(item: TokenStream) -> syn::Result<TokenStream> {
    let item: DeriveInput = syn::parse2(item)?;
    let name = &item.ident;
    if let Some(parameter) = item.generics.params.first() {
        let message =
            format!("`{name}` is generic in `{}`: implement `Domain` manually", parameter.to_token_stream());
        return Err(Error::new(parameter.span(), message));
    }
    let values = match &item.data {
        Data::Struct(data) => vec![combinations(quote! { Self }, &data.fields)],
        Data::Enum(data) => {
            if data.variants.is_empty() {
                return Err(Error::new(
                    name.span(),
                    format!("`{name}` has no values, so its domain is empty"),
                ));
            }
            let variants = data.variants.iter();
            variants
                .map(|variant| {
                    let path = &variant.ident;
                    combinations(quote! { Self::#path }, &variant.fields)
                })
                .collect()
        }
        Data::Union(data) => {
            return Err(Error::new(data.union_token.span(), "`Domain` cannot be derived for a union"));
        }
    };
    let fields: Vec<&Fields> = match &item.data {
        Data::Struct(data) => vec![&data.fields],
        Data::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    let kinds = fields.iter().flat_map(|fields| fields.iter().map(|field| &field.ty));
    Ok(quote! {
        #[allow(clippy::all)]
        impl ::rely_explore::Domain for #name {
            const IS_ENTIRE_TYPE: bool = true #(&& <#kinds as ::rely_explore::Domain>::IS_ENTIRE_TYPE)*;

            fn domain() -> ::std::vec::Vec<Self> {
                let mut all = ::std::vec::Vec::new();
                #(#values)*
                all
            }
        }
    })
}

/// Code that appends a constructor with all combinations of the values of its fields: a loop in a loop, the
/// last field innermost.
fn combinations(constructor: TokenStream, fields: &Fields) -> TokenStream {
    let kinds: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    let variables: Vec<_> = (0..kinds.len()).map(|at| quote::format_ident!("field_{at}")).collect();
    let built = match fields {
        Fields::Unit => constructor,
        Fields::Unnamed(_) => quote! { #constructor(#(::std::clone::Clone::clone(&#variables)),*) },
        Fields::Named(named) => {
            let names = named.named.iter().map(|field| &field.ident);
            quote! { #constructor { #(#names: ::std::clone::Clone::clone(&#variables)),* } }
        }
    };
    let mut code = quote! { all.push(#built); };
    for (variable, kind) in variables.iter().zip(&kinds).rev() {
        code = quote! { for #variable in <#kind as ::rely_explore::Domain>::domain() { #code } };
    }
    code
}
