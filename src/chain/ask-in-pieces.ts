import type { RpcCall, RpcOutcome } from "./rpc-call.ts";

type Calls = readonly RpcCall<unknown>[];
/** Undefined without a usable answer. */
export type BatchAnswer =
  | { outcomes: RpcOutcome<unknown>[]; size: number }
  | "too_large"
  | undefined;
/** Requests left to one Worker call beyond its subrequest plans, shared by all chains. */
export type SpareRequests = { left: number };

type Piece = { index: number; weight: number }[];

/** Enough to set a few giants among a hundred calls apart. */
const MAX_REQUESTS = 8;
/** With the last answer, at most two whole ones of 8 MiB are held. */
const MAX_SIZE = 8 * 1024 * 1024;

/**
 * Asks one node again for a batch whose answer was too large: pieces of half the weight, lightest
 * first, since a stranger's contract can write megabytes of logs. Calls beyond the bounds have no
 * outcome. Undefined where nothing was answered.
 */
export async function askInPieces(
  calls: Calls,
  ask: (calls: RpcCall<unknown>[]) => Promise<BatchAnswer>,
  spare: SpareRequests,
): Promise<(RpcOutcome<unknown> | undefined)[] | undefined> {
  const outcomes: (RpcOutcome<unknown> | undefined)[] = calls.map(() => undefined);
  // One more each, so that calls without a weight are halved by number.
  const all = calls.map(({ weight = 0 }, index) => ({ index, weight: weight + 1 }));
  let waiting = halvesOf(all.toSorted((a, b) => a.weight - b.weight));
  let size = 0;
  for (
    let requests = 0;
    requests < MAX_REQUESTS && size < MAX_SIZE && spare.left > 0;
    requests += 1
  ) {
    const [piece, ...others] = waiting;
    if (piece === undefined) break;
    spare.left -= 1;
    const answer = await ask(piece.flatMap(({ index }) => calls[index] ?? []));
    // A silent node is not waited for twice.
    if (answer === undefined) break;
    waiting = others;
    if (answer === "too_large") {
      // A stable sort keeps larger, older pieces first among equals.
      waiting = [...others, ...halvesOf(piece)].toSorted((a, b) => meanOf(a) - meanOf(b));
      continue;
    }
    size += answer.size;
    for (const [n, { index }] of piece.entries()) outcomes[index] = answer.outcomes[n];
  }
  return size === 0 ? undefined : outcomes;
}

/** The lightest calls that make up half the weight, and the others. One call cannot be halved. */
function halvesOf(piece: Piece): Piece[] {
  if (piece.length < 2) return [];
  const half = weightOf(piece) / 2;
  let sum = 0;
  const cut = piece.findIndex(({ weight }) => {
    sum += weight;
    return sum > half;
  });
  return [piece.slice(0, cut), piece.slice(cut)];
}

const weightOf = (piece: Piece): number => piece.reduce((sum, { weight }) => sum + weight, 0);
const meanOf = (piece: Piece): number => weightOf(piece) / piece.length;
