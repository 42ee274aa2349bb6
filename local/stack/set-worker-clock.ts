/**
 * Moves the clock of a local Worker; it runs on from there.
 * @throws Error when the Worker refuses, as any Worker does whose ENVIRONMENT is not local
 */
export async function setWorkerClock(baseUrl: string, nowMs: number): Promise<void> {
  const response = await fetch(`${baseUrl}/api/internal/local-clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ nowMs }),
  });
  if (!response.ok)
    throw new Error(
      `the Worker did not take the time (${response.status}): ${await response.text()}`,
    );
}
