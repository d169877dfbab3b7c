import { connect, createServer, type Socket } from 'node:net';

/** A proxy between a server and its database that fails like a network. */
export interface BreakableProxy {
  readonly port: number;
  /** Resets all connections and rejects new ones until `mend` is called. */
  cut(): void;
  /** Forwards nothing, but keeps connections open. */
  stall(): void;
  mend(): void;
  close(): Promise<void>;
}

type State = 'full' | 'cut' | 'stalled';

export async function breakableProxy(host: string, port: number): Promise<BreakableProxy> {
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let state: State = 'full';
  const obey = ({ near, far }: { near: Socket; far: Socket }) => {
    if (state === 'cut') {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
    for (const socket of [near, far]) {
      if (state === 'stalled') socket.pause();
      else if (state === 'full') socket.resume();
    }
  };
  const server = createServer((near) => {
    const far = connect(port, host);
    const pair = { near, far };
    pairs.add(pair);
    near.on('data', (piece) => far.write(piece));
    far.on('data', (piece) => near.write(piece));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
    obey(pair);
  });
  const become = (next: State) => {
    state = next;
    for (const pair of pairs) obey(pair);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: () => become('cut'),
    stall: () => become('stalled'),
    mend: () => become('full'),
    close: () => {
      become('cut');
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
