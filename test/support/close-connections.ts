/**
 * workerd closes a connection that was idle for five seconds, and a busy test process may write to
 * it in that moment: "other side closed", which no retry may cover up. So each request of a test
 * process has a connection of its own, also those of clients that call the global fetch.
 */
const plain = globalThis.fetch;
const MARK = Symbol.for("sextant.close-connections");

if (!(MARK in globalThis)) {
  Object.assign(globalThis, { [MARK]: true });
  globalThis.fetch = (input, init) => {
    const headers = new Headers(
      init?.headers ?? (input instanceof Request ? input.headers : undefined),
    );
    headers.set("connection", "close");
    return plain(input, { ...init, headers });
  };
}
