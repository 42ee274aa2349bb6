import process from "node:process";

/**
 * What the documents' curl lines need of curl, for machines without it: `-s` or `-si`, and a URL.
 */
const [flags = "", url = ""] = process.argv.slice(2);
const answer = await fetch(url);
const head = [
  `HTTP/1.1 ${answer.status} ${answer.statusText}`,
  ...[...answer.headers].map((pair) => pair.join(": ")),
];
process.stdout.write(
  `${flags.includes("i") ? `${head.join("\r\n")}\r\n\r\n` : ""}${await answer.text()}`,
);
