import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface SunkMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received. */
  readonly text: string;
}

/** A small mail server on the loopback that stores the received messages. */
export interface MailSink {
  readonly port: number;
  readonly mails: readonly SunkMail[];
  /** The only account that it accepts. */
  readonly user: string;
  readonly password: string;
  stop(): Promise<void>;
}

interface Letter {
  from: string;
  to: string[];
  text: string | null;
  signedIn: boolean;
}

const raw = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';

export async function mailSink(): Promise<MailSink> {
  const mails: SunkMail[] = [];
  const account = { user: 'gantry', password: 'violet-harbor-93' };
  const wanted = Buffer.from(`\0${account.user}\0${account.password}`).toString('base64');
  const answer = (letter: Letter, line: string): string => {
    const [word = ''] = line.toUpperCase().split(/[ :]/);
    if (word === 'EHLO') return '250-sink\r\n250-AUTH PLAIN\r\n250 8BITMIME';
    if (word === 'AUTH') {
      letter.signedIn = line.split(' ')[2] === wanted;
      return letter.signedIn ? '235 ok' : '535 no';
    }
    if (word === 'QUIT') return '221 bye';
    if (!letter.signedIn) return '530 sign in first';
    if (word === 'MAIL') letter.from = raw(line);
    if (word === 'RCPT') {
      if (raw(line).startsWith('nobody@')) return '550 nobody here';
      letter.to.push(raw(line));
    }
    if (word === 'DATA') {
      letter.text = '';
      return '354 go on';
    }
    return '250 ok';
  };
  const serve = (socket: Socket) => {
    const letter: Letter = { from: '', to: [], text: null, signedIn: false };
    let rest = '';
    socket.setEncoding('utf8').on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    socket.on('data', (piece: string) => {
      rest += piece;
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (letter.text !== null && line !== '.') letter.text += `${line}\n`;
        else if (letter.text !== null) {
          mails.push({ from: letter.from, to: letter.to, text: letter.text });
          letter.text = null;
          socket.write('250 kept\r\n');
        } else socket.write(`${answer(letter, line)}\r\n`);
      }
    });
  };
  const server = createServer(serve);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { port, mails, ...account, stop: () => new Promise((done) => server.close(() => done())) };
}
