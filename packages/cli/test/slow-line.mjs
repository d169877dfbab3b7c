import { writeFileSync } from 'node:fs';

/**
 * Passes standard input on as a serial line would: `node slow-line.mjs BAUD DELAY_MS RECORDING`. A byte takes ten bits, and all of
 * them arrive late by the delay. The recording is an asciicast of what arrived when.
 */
const [baud, delayMs, recording] = process.argv.slice(2);
const bytesPerMs = Number(baud) / 10 / 1000;
const startedAt = Date.now();
const timestamp = Math.floor(startedAt / 1000);
const events = [JSON.stringify({ version: 2, width: 80, height: 24, timestamp, startedAt })];

/** When the line has sent all that it was given, in ms. */
let freeAt = startedAt;

/** Bytes that the line sends at a time. */
const piece = 48;

/** What is on its way, in order. */
const underway = [];

function pass() {
  while (underway.length > 0 && underway[0].dueAt <= Date.now()) {
    const { bytes } = underway.shift();
    events.push(JSON.stringify([(Date.now() - startedAt) / 1000, 'o', bytes.toString('latin1')]));
    process.stdout.write(bytes);
  }
  writeFileSync(recording, `${events.join('\n')}\n`);
  if (underway.length > 0) setTimeout(pass, underway[0].dueAt - Date.now());
}

process.stdin.on('data', (chunk) => {
  const isIdle = underway.length === 0;
  for (let at = 0; at < chunk.length; at += piece) {
    const bytes = chunk.subarray(at, at + piece);
    freeAt = Math.max(freeAt, Date.now()) + bytes.length / bytesPerMs;
    underway.push({ bytes, dueAt: freeAt + Number(delayMs) });
  }
  if (isIdle) setTimeout(pass, underway[0].dueAt - Date.now());
});
