import { expect, test } from "vitest";
import { createRespParser, type RespReply } from "../../local/redis/create-resp-parser.ts";

const STREAM = Buffer.from(
  `+OK\r\n$0\r\n\r\n$-1\r\n:-7\r\n:9007199254740993\r\n-ERR ` +
    `no\r\n$10\r\na\r\n:1\r\n\r£\r\n*-1\r\n*0\r\n*3\r\n*2\r\n:1\r\n$-1\r\n-ERR ` +
    `in\r\n$4\r\n😀\r\n`,
);
const text = (value: string): Buffer => Buffer.from(value);
const REPLIES: RespReply[] = [
  text("OK"),
  text(""),
  null,
  -7,
  text("9007199254740993"),
  { error: "ERR no" },
  text("a\r\n:1\r\n\r£"),
  null,
  [],
  [[1, null], { error: "ERR in" }, text("😀")],
];

const parseAll = (chunks: Buffer[]): RespReply[] => {
  const replies: RespReply[] = [];
  const parse = createRespParser((reply) => replies.push(reply));
  for (const chunk of chunks) parse(chunk);
  return replies;
};

test("default: every kind of reply", () => {
  expect(parseAll([STREAM])).toEqual(REPLIES);
});

test("behavior: the same replies wherever the stream is cut", () => {
  for (let cut = 1; cut < STREAM.length; cut++) {
    expect(parseAll([STREAM.subarray(0, cut), STREAM.subarray(cut)]), `cut at ${cut}`).toEqual(
      REPLIES,
    );
  }
  expect(parseAll([...STREAM].map((byte) => Buffer.from([byte])))).toEqual(REPLIES);
});

test("error: what is no RESP2 is refused, not skipped", () => {
  for (const garbage of [
    "HTTP/1.1 200 OK\r\n",
    "$1\r\nab\r\n\r\n",
    ":x\r\n",
    "*-2\r\n",
    "$x\r\n",
  ]) {
    expect(() => parseAll([Buffer.from(garbage)]), garbage).toThrow(/RESP2/);
  }
});
