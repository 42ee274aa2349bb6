import type { StreamForm } from "../route.ts";

/** The handler says its events itself. A failure in their midst is an event of its own. */
export const sseForm: StreamForm = {
  isAsked: () => true,
  headers: {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  },
  open: (write) => ({
    say: write,
    answer: () => undefined,
    finish: () => undefined,
    fail: (error) => write(`event: error\ndata: ${JSON.stringify(error)}\n\n`),
  }),
};
