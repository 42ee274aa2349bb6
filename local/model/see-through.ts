/** Letters of other scripts that pass for Latin ones. */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  [..."аaеeоoрpсcхxуyіiѕsԁdһhјjԛqԝwɡgАAВBЕEКKМMНHОOРPСCТTХXοoαaεeιiνvρpυu"].flatMap(
    (letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? ""]] : []),
  ),
);
/** Eight bytes at least: shorter runs are words. */
const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX = /\b(?:0x)?((?:[0-9a-f]{2}){12,})\b/gi;

/**
 * Every reading of a text that an attacker may have hidden in it: as it stands, without invisible
 * characters and look-alikes, decoded from base64, hex, percent signs and entities, turned by 13
 * letters, and backwards. A model that obeys an attacker finds them all.
 */
export function seeThrough(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, "")
    .replace(/./gu, (letter) => LOOK_ALIKES[letter] ?? letter);
  const tags = [...text]
    .map((letter) => letter.codePointAt(0) ?? 0)
    .filter((point) => point > 0xe0020 && point < 0xe007f)
    .map((point) => String.fromCodePoint(point - 0xe0000))
    .join("");
  const decoded = [
    ...[...text.matchAll(BASE64)].map(([run]) => Buffer.from(run, "base64").toString("utf8")),
    ...[...text.matchAll(HEX)].map(([, run = ""]) => Buffer.from(run, "hex").toString("utf8")),
    percentDecoded(text),
    text
      .replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))
      .replaceAll("&quot;", '"'),
    text.replace(/[a-z]/gi, turned),
    [...text].reverse().join(""),
    tags,
  ];
  return [...new Set([text, plain, ...decoded.filter((one) => one.trim() !== "")])];
}

function turned(letter: string): string {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
