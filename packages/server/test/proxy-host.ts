import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** An HTTP proxy on the loopback that opens tunnels for the right username and password. */
export interface ProxyHost {
  /** URL with credentials. */
  readonly url: string;
  /** `127.0.0.1:<port>`, the form of the outbound setting. */
  readonly host: string;
  readonly password: string;
  /** Targets of the opened tunnels. */
  readonly opened: readonly string[];
  stop(): Promise<void>;
}

export async function proxyHost(): Promise<ProxyHost> {
  const [name, password] = ['gantry', 'pr0xy-s3cret'];
  const opened: string[] = [];
  const wanted = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  const server = createServer((_request, response) => void response.writeHead(400).end());
  server.on('connect', ({ url = '', headers }, socket) => {
    if (headers['proxy-authorization'] !== wanted) return socket.end('HTTP/1.1 407 Who is it\r\n\r\n');
    const [host = '', port = ''] = url.split(':');
    const far = connect(Number(port), host, () => {
      opened.push(url);
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(far).pipe(socket);
    });
    far.on('error', () => socket.destroy());
    socket.on('error', () => far.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => new Promise<void>((done) => server.close(() => done()));
  return { url: `http://${name}:${password}@${host}`, host, password, opened, stop };
}
