import process from 'node:process';

/** The OSC 52 sequence that copies text to the clipboard of the user's own computer, also over SSH; wrapped for tmux. */
export function createClipboardSequence(text: string, environment: NodeJS.ProcessEnv = process.env): string {
  const plain = `\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`;
  if (!environment.TMUX) return plain;
  return `\u001bPtmux;${plain.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
}
