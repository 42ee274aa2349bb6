import type { StreamEvents, StreamForm } from "./route.ts";

/** An event stream, opened before the call is paid. Nothing is sent until the handler speaks. */
export type OpenStream = {
  events: StreamEvents;
  started: Promise<void>;
  hasStarted(): boolean;
  isHeard(): boolean;
  body: ReadableStream<Uint8Array>;
  close(): void;
};

/** Words after the reader has left are dropped, and nothing waits for a slow reader. */
export function openStream(form: StreamForm): OpenStream {
  const started = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  let hasStarted = false;
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sink = controller;
    },
    cancel: () => {
      sink = undefined;
    },
  });
  const write = (event: string) => {
    hasStarted = true;
    started.resolve();
    sink?.enqueue(encoder.encode(event));
  };
  const close = () => {
    sink?.close();
    sink = undefined;
  };
  const isHeard = () => sink !== undefined;
  return {
    events: form.open(write),
    started: started.promise,
    hasStarted: () => hasStarted,
    isHeard,
    body,
    close,
  };
}
