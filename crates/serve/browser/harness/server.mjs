// `rely serve`, started and stopped.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { command } from "./places.mjs";

const running = new Set();

/** Starts `rely serve` for a folder or file; `address` is what it prints, with the token. */
export async function serve(path, { variables = {} } = {}) {
  const child = spawn(command(), ["serve", path, "--port", "0", "--no-open"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...variables },
  });
  running.add(child);
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  const address = await new Promise((good, bad) => {
    const late = setTimeout(() => bad(new Error(`rely serve printed no address in 20 s: ${said}`)), 20_000);
    child.once("error", bad);
    child.once("exit", (code) => bad(new Error(`rely serve ended with ${code}: ${said}`)));
    createInterface({ input: child.stdout }).once("line", (line) => {
      clearTimeout(late);
      child.removeAllListeners("exit");
      good(line.trim());
    });
  });
  const shape = /^http:\/\/127\.0\.0\.1:\d+\/[A-Za-z0-9_-]{16,}\/$/;
  if (!shape.test(address)) throw new Error(`rely serve printed ${JSON.stringify(address)}, which is no address`);
  return {
    address,
    /** What it wrote to standard error. */
    said: () => said,
    /** Ends it; an exit that nobody asked for is an error. */
    async stop() {
      running.delete(child);
      if (child.exitCode !== null) throw new Error(`rely serve ended by itself with ${child.exitCode}: ${said}`);
      const gone = new Promise((good) => child.once("exit", good));
      child.kill("SIGTERM");
      const hard = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await gone;
      clearTimeout(hard);
      if (/panicked/.test(said)) throw new Error(`rely serve panicked: ${said}`);
    },
  };
}

process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
