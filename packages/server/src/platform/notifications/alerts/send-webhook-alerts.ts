import { createHmac } from 'node:crypto';
import { localize } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import {
  ConnectionTestError,
  getPath,
  type OutboundAnswer,
  type OutboundClient,
  type OutboundRequest,
  parseJson,
  runConnectionTest,
  toRejection,
} from '../../outbound/index.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { SettingsTests } from '../../settings/settings-tests.ts';
import type { GroupValues } from '../../settings/settings-types.ts';
import { deliver, isRetryAllowed } from './alert-channel.ts';
import {
  type DueAlertDeps,
  type DueAlerts,
  type DueNotification,
  formatLines,
  listDueNotifications,
} from './due-alerts.ts';

type Kind = GroupValues<'extensions', 'webhook'>['kind'];

/** A message to a group chat or to the operator's own system. */
interface AlertMessage {
  /** The full URL of the robot. */
  readonly url: string;
  /** Null when messages are not signed. */
  readonly secret: string | null;
  readonly site: string;
  /** Text for readers. */
  readonly text: string;
  /** The notifications as data; empty in a test message. */
  readonly notifications: readonly DueNotification[];
  /** UTC ms. */
  readonly now: number;
}

/** A receiver of alerts: how a message is sent, and how its response is checked. */
interface AlertRobot {
  /** Maximum size of a message, in bytes of UTF-8. */
  readonly maxBytes: number;
  request(options: AlertMessage): Pick<OutboundRequest, 'url' | 'headers' | 'body'>;
  /** Throws ConnectionTestError unless the message was accepted. */
  checkResponse(answer: OutboundAnswer): void;
}

const json = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' };
const signText = (key: string, text: string) => createHmac('sha256', key).update(text);

/**
 * Returns a check for chats that respond 200 even to rejected messages, with a code in the body.
 * @param names fields of the body with the code
 * @param keyErrorCodes codes of an invalid signature or key
 */
function checkByCode(names: readonly string[], keyErrorCodes: readonly number[]) {
  return ({ status, body }: OutboundAnswer): void => {
    const read = parseJson(body);
    const code = names.map((name) => getPath(read, name)).find((value) => typeof value === 'number');
    if (code === 0) return;
    if (code === undefined) throw toRejection(status) ?? new ConnectionTestError('answer');
    throw new ConnectionTestError(keyErrorCodes.includes(code) ? 'auth' : 'rejected', String(code));
  };
}

function checkByStatus({ status }: OutboundAnswer): void {
  const rejection = toRejection(status);
  if (rejection) throw rejection;
}

/** Custom robot of DingTalk; its URL carries the time and the signature when the robot verifies signatures. */
const dingtalk: AlertRobot = {
  maxBytes: 18_000,
  request({ url, secret, text, now }) {
    const signedUrl = new URL(url);
    if (secret) {
      signedUrl.searchParams.set('timestamp', String(now));
      signedUrl.searchParams.set('sign', signText(secret, `${now}\n${secret}`).digest('base64'));
    }
    return { url: signedUrl.href, headers: json, body: JSON.stringify({ msgtype: 'text', text: { content: text } }) };
  },
  checkResponse: checkByCode(['errcode'], [300_005, 310_000]),
};

/** Custom robot of Feishu and Lark, which would read `<at ...>` in a text as a mention. */
const feishu: AlertRobot = {
  maxBytes: 18_000,
  request({ url, secret, text, now }) {
    const timestamp = String(Math.floor(now / 1000));
    const proof = secret ? { timestamp, sign: signText(`${timestamp}\n${secret}`, '').digest('base64') } : {};
    const content = { text: text.replaceAll('<', '＜') };
    return { url, headers: json, body: JSON.stringify({ ...proof, msg_type: 'text', content }) };
  },
  checkResponse: checkByCode(['code', 'StatusCode'], [19_021, 19_022]),
};

const wecom: AlertRobot = {
  maxBytes: 2_000,
  request: ({ url, text }) => ({
    url,
    headers: json,
    body: JSON.stringify({ msgtype: 'text', text: { content: text } }),
  }),
  checkResponse: checkByCode(['errcode'], [93_000]),
};

/** Incoming webhooks of Slack and compatible systems. `<`, `>` and `&` must be escaped, and `@all` would notify everyone. */
const slack: AlertRobot = {
  maxBytes: 18_000,
  request({ url, text }) {
    const withoutMentions = text.replace(/@(?=all|here|channel)/gi, '@\u200b');
    const said = withoutMentions.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return { url, headers: json, body: JSON.stringify({ text: said }) };
  },
  checkResponse: checkByStatus,
};

/** A custom system: signed like the service API, over time and body. */
const customRobot: AlertRobot = {
  maxBytes: 200_000,
  request({ url, secret, site, text, notifications, now }) {
    const body = JSON.stringify({ site, at: now, text, notifications });
    const proof = secret ? { 'x-gantry-signature': signText(secret, `${now}.${body}`).digest('hex') } : {};
    return { url, headers: { ...json, 'x-gantry-timestamp': String(now), ...proof }, body };
  },
  checkResponse: checkByStatus,
};

const alertRobots: Readonly<Record<Kind, AlertRobot>> = { dingtalk, feishu, wecom, slack, json: customRobot };

interface PostDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

type Deps = PostDeps & DueAlertDeps & Pick<Services, 'log'>;

const testMessage = {
  zh: '测试消息：收到这条消息，说明告警推送可用。',
  en: 'This is a test message. Alerts are working.',
} as const;

const separator = '\n\n';
const getBytes = (text: string) => Buffer.byteLength(text);

/** Cuts a text to at most `most` bytes, never inside a character. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (getBytes(text) <= maxBytes) return text;
  let left = maxBytes - getBytes('…');
  let cut = '';
  for (const character of text) {
    left -= getBytes(character);
    if (left < 0) break;
    cut += character;
  }
  return `${cut}…`;
}

/** Returns the notifications that fit in one message, at least one; the others are sent later. */
export function fitNotifications(
  site: string,
  notifications: readonly DueNotification[],
  most: number,
): Pick<AlertMessage, 'text' | 'notifications'> {
  const head = `[${site}]`;
  const included: DueNotification[] = [];
  let text = head;
  for (const notification of notifications) {
    const longer = `${text}${included.length === 0 ? ' ' : separator}${formatLines(notification)}`;
    if (included.length > 0 && getBytes(longer) > most) break;
    included.push(notification);
    text = cutToBytes(longer, most);
  }
  return { text, notifications: included };
}

/** Posts a message to the configured robot. Throws ConnectionTestError or OutboundError; neither contains the URL. */
async function post(
  { settings, outbound }: PostDeps,
  options: Omit<AlertMessage, 'url' | 'secret' | 'now'>,
): Promise<void> {
  const { kind, timeoutSeconds } = await settings.read('extensions', 'webhook');
  const url = await settings.secret('extensions', 'webhook', 'url');
  if (!url || !URL.canParse(url)) throw new ConnectionTestError(url ? 'host' : 'off');
  const secret = await settings.secret('extensions', 'webhook', 'signingSecret');
  const robot = alertRobots[kind];
  // The real time, since robots compare it with their own.
  const request = robot.request({ ...options, url, secret: secret || null, now: Date.now() });
  robot.checkResponse(
    await outbound.send({ target: 'webhook', ...request, method: 'POST', timeoutMs: timeoutSeconds * 1000 }),
  );
}

/** Posts due notifications to a chat robot if the settings enable it. Failed sends are retried with backoff. */
export async function sendWebhookAlerts(deps: Deps): Promise<void> {
  const { enabled, kind, events } = await deps.settings.read('extensions', 'webhook');
  if (!enabled || !(await isRetryAllowed(deps, 'webhook'))) return;
  const {
    moment,
    site,
    notifications: dueNotifications,
  }: DueAlerts = await listDueNotifications(deps, events ?? [], 'posted_at');
  if (dueNotifications.length === 0) return;
  const fitting = fitNotifications(site, dueNotifications, alertRobots[kind].maxBytes);
  await deliver(deps, 'webhook', fitting.notifications, moment, () => post(deps, { site, ...fitting }));
}

/** Returns the test that sends a message in the language of the caller. */
export function createWebhookTests(deps: PostDeps): SettingsTests {
  return {
    'extensions/webhook/send': (_input, { locale }) =>
      runConnectionTest(async () => {
        const { name } = await deps.settings.read('system', 'site');
        await post(deps, { site: name, text: `[${name}] ${localize(testMessage, locale)}`, notifications: [] });
        return {};
      }),
  };
}
