import {
  type LocalAnswer,
  type LocalRequest,
  startHttpServer,
} from "../../local/lib/start-http-server.ts";

export type Inbox = {
  url: string;
  /** Resolves with the next request not yet taken, in order of arrival. */
  next(): Promise<LocalRequest>;
  /** How many arrived and were not taken. */
  untaken(): number;
  answerWith(answer: (request: LocalRequest) => Promise<LocalAnswer | "drop">): void;
  stop(): Promise<void>;
};

/** A destination: keeps what it gets, answers 200 "taken" until told otherwise. */
export async function startInbox(): Promise<Inbox> {
  const arrived: LocalRequest[] = [];
  const takers: ((request: LocalRequest) => void)[] = [];
  let answer: (request: LocalRequest) => Promise<LocalAnswer | "drop"> = async () => ({
    status: 200,
    body: "taken",
  });
  const server = await startHttpServer(async (request) => {
    const taker = takers.shift();
    if (taker) taker(request);
    else arrived.push(request);
    return answer(request);
  });
  return {
    url: server.url,
    next: () => {
      const first = arrived.shift();
      return first ? Promise.resolve(first) : new Promise((resolve) => takers.push(resolve));
    },
    untaken: () => arrived.length,
    answerWith: (next) => {
      answer = next;
    },
    stop: server.stop,
  };
}
