# The command rely in a small image: docker run --rm -v "$PWD:/models" IMAGE check model.lts
FROM rust:1.88-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY . .
RUN cargo build --release --locked -p rely

FROM alpine:3.22
# `rely compat` reads earlier versions with git.
RUN apk add --no-cache git
COPY --from=build /src/target/release/rely /usr/local/bin/rely
COPY --from=build /src/LICENSE-MIT /src/LICENSE-APACHE /usr/share/licenses/rely/
WORKDIR /models
ENTRYPOINT ["rely"]
