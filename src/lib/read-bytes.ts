type Bytes = Uint8Array<ArrayBuffer>;
type Pieces = AsyncGenerator<Bytes>;

/** Most answers fit; of a longer one each piece is twice the one before. */
const FIRST_PIECE_BYTES = 16 * 1024;

/** All of a body as one array; undefined when it has more than `maxBytes`, and the rest is given up. Rejects as the body's stream does. */
export async function readBytes(body: ReadableStream<Bytes>, maxBytes: number): Promise<Bytes | undefined> {
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

/** workerd fills a buffer in one step, which costs a fraction of chunk after chunk through its streams; Node has no such step. */
const piecesOf = (body: ReadableStream<Bytes>): Pieces =>
  "readAtLeast" in ReadableStreamBYOBReader.prototype ? filledPieces(body) : chunksOf(body);

async function* chunksOf(body: ReadableStream<Bytes>): Pieces {
  yield* body;
}

async function* filledPieces(body: ReadableStream<Bytes>): Pieces {
  const reader = body.getReader({ mode: "byob" }) as unknown as AtLeastReader;
  try {
    for (let size = FIRST_PIECE_BYTES; ; size *= 2) {
      const { value } = await reader.readAtLeast(size, new Uint8Array(size));
      if (value !== undefined && value.byteLength > 0) yield value;
      if (value === undefined || value.byteLength < size) return;
    }
  } finally {
    await reader.cancel();
  }
}

/** As workerd has it (developers.cloudflare.com/workers/runtime-apis/streams/readablestreambyobreader). */
type AtLeastReader = {
  readAtLeast(bytes: number, into: Bytes): Promise<{ value?: Bytes; done: boolean }>;
  cancel(): Promise<void>;
};
