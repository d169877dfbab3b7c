import { isIP } from 'node:net';
import type { TryProblem } from '@gantry/core';
import { type OutboundGate, TrialFailed } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { GroupValues } from '../settings/settings-types.ts';

export interface MailNeeds {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

type MailSettings = GroupValues<'extensions', 'mail'>;

/** Opens a way out, connects and signs in; `work` may then send. The connection goes to the address that the gate looked at. */
async function withTransport<T>(
  { settings, gate }: MailNeeds,
  work: (transport: Awaited<ReturnType<typeof transportTo>>, mail: MailSettings) => Promise<T>,
): Promise<T> {
  const mail = await settings.read('extensions', 'mail');
  const { host, port, from } = mail;
  if (!host || !from) throw new TrialFailed('off');
  const isSealed = mail.security !== 'none';
  const timeoutMs = mail.timeoutSeconds * 1000;
  const since = performance.now();
  const ended = (result: string) => gate.report?.('mail', result, performance.now() - since);
  const address = await gate.locate({ host, port, isSealed, timeoutMs });
  const transport = await transportTo(address, host, mail, await settings.secret('extensions', 'mail', 'password'));
  try {
    const done = await work(transport, mail);
    ended('ok');
    return done;
  } catch (error) {
    ended('failed');
    throw asTrial(error);
  } finally {
    transport.close();
  }
}

/** The library is only loaded by who sends. */
async function transportTo(address: string, host: string, mail: MailSettings, password: string | null) {
  const { createTransport } = await import('nodemailer');
  const { port, security, user, timeoutSeconds } = mail;
  const limit = timeoutSeconds * 1000;
  return createTransport({
    host: address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user ? { auth: { user, pass: password ?? '' } } : {}),
    tls: { minVersion: 'TLSv1.2', ...(isIP(host) ? {} : { servername: host }) },
    connectionTimeout: limit,
    greetingTimeout: limit,
    socketTimeout: limit,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects and signs in. */
export function connectMail(needs: MailNeeds): Promise<void> {
  return withTransport(needs, async (transport) => {
    await transport.verify();
  });
}

/** Sends a plain mail to all of `to` at once; throws TrialFailed when it was not taken for every one of them. */
export function sendMail(needs: MailNeeds, { to, subject, text }: Mail): Promise<void> {
  return withTransport(needs, async (transport, { from, fromName }) => {
    const sender = { address: from ?? '', name: fromName ?? '' };
    const { rejected } = await transport.sendMail({ from: sender, to: [...to], subject, text });
    if (rejected.length > 0) throw new TrialFailed('refused');
  });
}

const problems: Readonly<Record<string, TryProblem>> = {
  ETIMEDOUT: 'timeout',
  ETLS: 'tls',
  EAUTH: 'auth',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
  EPROTOCOL: 'answer',
  EDNS: 'dns',
};

/** The library's words may quote the account or the other side, so only codes are kept. */
function asTrial(error: unknown): unknown {
  if (error instanceof TrialFailed || !(error instanceof Error)) return error;
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  if (typeof code !== 'string') return error;
  const isTls = /CERT|SSL|TLS|ALTNAME/i.test(`${code} ${error.message}`);
  const problem = problems[code] ?? (isTls ? 'tls' : 'connect');
  return new TrialFailed(problem, typeof responseCode === 'number' ? String(responseCode) : null);
}
