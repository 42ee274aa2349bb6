type Fetch = (url: string, init: RequestInit) => Promise<Response>;
type LimitedFetch = { fetch: Fetch; sent(): number };

/** Statuses whose `Response` refuses a body (Fetch standard, "null body status"). */
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304]);

/** Six answers of this size leave a Worker most of its 128 MB. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * At most `atOnce` requests under way, in order. One ends with its answer's last byte, so answers
 * come whole. A request aborted while it waits is never sent.
 */
export function limitFetch(fetch: Fetch, atOnce: number): LimitedFetch {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  let sent = 0;
  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    sent: () => sent,
    fetch: async (url, init) => {
      await enter();
      try {
        init.signal?.throwIfAborted();
        sent += 1;
        return await whole(await fetch(url, init));
      } finally {
        leave();
      }
    },
  };
}

async function whole(response: Response): Promise<Response> {
  const { status, headers, body } = response;
  if (body === null) return response;
  const bytes = isAnnounced(response)
    ? await response.arrayBuffer()
    : await readBytes(body, MAX_BYTES);
  if (bytes === undefined) throw new AnswerTooLong();
  const read = new Response(WITHOUT_BODY.has(status) ? null : bytes, { status, headers });
  lengths.set(read, bytes.byteLength);
  return read;
}

/**
 * Answers that have been read, with the bytes that they hold: no stream has to be counted again.
 */
const lengths = new WeakMap<Response, number>();

/**
 * Whether no more bytes can come than HTTP's own length says, which is of what is sent: compressed,
 * more may come of them.
 */
function isAnnounced({ headers }: Response): boolean {
  const length = headers.get("content-length");
  return length !== null && Number(length) <= MAX_BYTES && !headers.has("content-encoding");
}

/** The same request in parts may fit. */
export class AnswerTooLong extends Error {
  constructor() {
    super("the answer is too long");
    this.name = "AnswerTooLong";
  }
}

/**
 * A body's text; undefined beyond `maxBytes`. The announced length is judged first, and arriving
 * bytes are counted: it may be missing, wrong, or of compressed bytes. Rejects as the body's stream
 * does, also by the request's timeout.
 */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const length = lengths.get(response);
  if (length !== undefined) return length > maxBytes ? undefined : response.text();
  if (response.body === null) return "";
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body.cancel();
    return undefined;
  }
  const bytes = await readBytes(response.body, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}

type Bytes = Uint8Array<ArrayBuffer>;
type Pieces = AsyncGenerator<Bytes>;

/** Most answers fit; each further piece is twice as large. */
const FIRST_PIECE_BYTES = 16 * 1024;

/**
 * A whole body; undefined beyond `maxBytes`, and the rest is given up. Rejects as the stream does.
 */
async function readBytes(
  body: ReadableStream<Bytes>,
  maxBytes: number,
): Promise<Bytes | undefined> {
  const pieces: Bytes[] = [];
  let length = 0;
  for await (const piece of piecesOf(body)) {
    length += piece.byteLength;
    if (length > maxBytes) return undefined;
    pieces.push(piece);
  }
  return joined(pieces, length);
}

function joined(pieces: readonly Bytes[], length: number): Bytes {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}

/**
 * workerd fills a buffer in one step, at a fraction of the cost of its streams' chunks. Node
 * cannot.
 */
const piecesOf = (body: ReadableStream<Bytes>): Pieces =>
  "readAtLeast" in ReadableStreamBYOBReader.prototype ? filledPieces(body) : piecesOfAny(body);

async function* piecesOfAny(body: ReadableStream<Bytes>): Pieces {
  yield* body;
}

async function* filledPieces(body: ReadableStream<Bytes>): Pieces {
  const reader = body.getReader({ mode: "byob" }) as unknown as AtLeastReader;
  let isOver = false;
  try {
    for (let size = FIRST_PIECE_BYTES; !isOver; size *= 2) {
      const { value } = await reader.readAtLeast(size, new Uint8Array(size));
      isOver = value === undefined || value.byteLength < size;
      if (value !== undefined && value.byteLength > 0) yield value;
    }
  } finally {
    if (!isOver) await reader.cancel();
  }
}

/**
 * workerd's reader
 * (developers.cloudflare.com/workers/runtime-apis/streams/readablestreambyobreader).
 */
type AtLeastReader = {
  readAtLeast(bytes: number, into: Bytes): Promise<{ value?: Bytes; done: boolean }>;
  cancel(): Promise<void>;
};
