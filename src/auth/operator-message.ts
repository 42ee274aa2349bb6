/**
 * The message an operator signs (spec, "Operator layer"; decision 18). Lines are joined by LF.
 * `plain` is the spec's form (a). `bound` adds the timestamp, so that a leaked signature ends with its day: form (b).
 */
export function operatorMessage(
  productName: string,
  form: { kind: "plain" } | { kind: "bound"; timestampMs: number | "<authTimestamp>" },
): string {
  const plain = `Welcome to ${productName} Operator\n\nSign this message to verify your wallet and access your smart pool assistant.`;
  return form.kind === "plain" ? plain : `${plain}\n\nTimestamp: ${form.timestampMs}`;
}
