import { isIP } from 'node:net';
import { localize, type TestProblem } from '@gantry/core';
import { ConnectionTestError, type OutboundClient, runConnectionTest } from '../../outbound/index.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { SettingsTests } from '../../settings/settings-tests.ts';
import type { GroupValues } from '../../settings/settings-types.ts';

export interface MailDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

type MailSettings = GroupValues<'extensions', 'mail'>;

/**
 * Connects to the mail server and signs in; `work` may then send. The connection uses the IP address that the outbound client has
 * checked.
 */
async function withTransport<T>(
  { settings, outbound }: MailDeps,
  work: (transport: Awaited<ReturnType<typeof createMailTransport>>, mail: MailSettings) => Promise<T>,
): Promise<T> {
  const mail = await settings.read('extensions', 'mail');
  const { host, port, from } = mail;
  if (!host || !from) throw new ConnectionTestError('off');
  const isSealed = mail.security !== 'none';
  const timeoutMs = mail.timeoutSeconds * 1000;
  const since = performance.now();
  const reportResult = (result: string) => outbound.report?.('mail', result, performance.now() - since);
  const address = await outbound.locate({ host, port, isEncrypted: isSealed, timeoutMs });
  const transport = await createMailTransport(
    address,
    host,
    mail,
    await settings.secret('extensions', 'mail', 'password'),
  );
  try {
    const done = await work(transport, mail);
    reportResult('ok');
    return done;
  } catch (error) {
    reportResult('failed');
    throw toConnectionTestError(error);
  } finally {
    transport.close();
  }
}

/** Creates the transport. The library is loaded only when mail is sent. */
async function createMailTransport(address: string, host: string, mail: MailSettings, password: string | null) {
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
function connectMail(deps: MailDeps): Promise<void> {
  return withTransport(deps, async (transport) => {
    await transport.verify();
  });
}

/** Sends a plain-text mail to all recipients. Throws ConnectionTestError when the server rejected one of them. */
export function sendMail(deps: MailDeps, { to, subject, text }: Mail): Promise<void> {
  return withTransport(deps, async (transport, { from, fromName }) => {
    const sender = { address: from ?? '', name: fromName ?? '' };
    const { rejected } = await transport.sendMail({ from: sender, to: [...to], subject, text });
    if (rejected.length > 0) throw new ConnectionTestError('rejected');
  });
}

const problems: Readonly<Record<string, TestProblem>> = {
  ETIMEDOUT: 'timeout',
  ETLS: 'tls',
  EAUTH: 'auth',
  EENVELOPE: 'rejected',
  EMESSAGE: 'rejected',
  EPROTOCOL: 'answer',
  EDNS: 'dns',
};

/** Converts errors of the library to codes, since its messages may quote the account or the server's response. */
function toConnectionTestError(error: unknown): unknown {
  if (error instanceof ConnectionTestError || !(error instanceof Error)) return error;
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  if (typeof code !== 'string') return error;
  const isTls = /CERT|SSL|TLS|ALTNAME/i.test(`${code} ${error.message}`);
  const problem = problems[code] ?? (isTls ? 'tls' : 'connect');
  return new ConnectionTestError(problem, typeof responseCode === 'number' ? String(responseCode) : null);
}

const testMail = {
  subject: { zh: ' 测试邮件', en: ': test email' },
  text: { zh: '收到这封邮件，说明邮件设置可用。', en: 'This is a test message. The email settings are working.' },
} as const;

/** Returns the tests of the mail settings; test mails are in the language of the caller. */
export function createMailTests(deps: MailDeps): SettingsTests {
  return {
    'extensions/mail/connect': () =>
      runConnectionTest(async () => {
        await connectMail(deps);
        return {};
      }),
    'extensions/mail/send': ({ to }, { locale }) =>
      runConnectionTest(async () => {
        const { name } = await deps.settings.read('system', 'site');
        const subject = `${name}${localize(testMail.subject, locale)}`;
        await sendMail(deps, { to: [String(to)], subject, text: localize(testMail.text, locale) });
        return {};
      }),
  };
}
