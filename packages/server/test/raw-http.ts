import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 when the connection ended without a response. */
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** From the first byte sent to the end of the connection or of the response. */
  readonly ms: number;
}

/** Sends raw bytes and reads until the other side closes the connection; the request should ask for that. */
export function sendRaw(port: number, bytes: string | Buffer, waitMs = 20_000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const pieces: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const timer = setTimeout(() => socket.destroy(new Error(`the connection was open after ${waitMs} ms`)), waitMs);
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ ...parse(Buffer.concat(pieces).toString('utf8')), ms: performance.now() - begun });
    });
  });
}

function parse(text: string): Omit<RawAnswer, 'ms'> {
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...lines] = (end < 0 ? text : text.slice(0, end)).split('\r\n');
  const headers = lines.map((header): [string, string] => {
    const colon = header.indexOf(':');
    return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
  });
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0);
  return { status, headers: new Map(headers), body: end < 0 ? '' : text.slice(end + 4) };
}

/** Formats a POST with JSON; additional headers come first. */
export function rawPost(path: string, body: string, headers: readonly string[] = []): string {
  const own = ['host: test', 'connection: close', `content-length: ${Buffer.byteLength(body)}`];
  const type = headers.some((header) => /^content-type:/i.test(header)) ? [] : ['content-type: application/json'];
  return [`POST /api/v1/admin${path} HTTP/1.1`, ...headers, ...type, ...own, '', body].join('\r\n');
}
