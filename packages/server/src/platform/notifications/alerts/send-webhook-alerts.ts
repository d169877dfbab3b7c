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
import type { GroupValues } from '../../settings/settings-types.ts';
import type { SettingsTests } from '../../settings/try-settings.ts';
import { canTry, deliver } from './alert-channel.ts';
import { type Due, type DueDeps, type DueNotification, formatLines, listDueNotifications } from './due-alerts.ts';

type Kind = GroupValues<'extensions', 'webhook'>['kind'];

/** A message to a group chat or to the operator's own system. */
interface AlertOptions {
  /** The whole address that the robot gave. */
  readonly url: string;
  /** Null where nothing is signed. */
  readonly secret: string | null;
  readonly site: string;
  /** For people. */
  readonly text: string;
  /** The same for programs; empty in a test message. */
  readonly notifications: readonly DueNotification[];
  /** UTC ms. */
  readonly now: number;
}

/** One that takes messages: how it is asked, and what its answer means. */
interface AlertRobot {
  /** What the text of one message may hold, in bytes of UTF-8. */
  readonly maxBytes: number;
  request(options: AlertOptions): Pick<OutboundRequest, 'url' | 'headers' | 'body'>;
  /** Throws TrialFailed unless the message was taken. */
  judge(answer: OutboundAnswer): void;
}

const json = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' };
const signed = (key: string, text: string) => createHmac('sha256', key).update(text);

/** The chats answer 200 even to messages that they reject, with a code in the body. */
function judgeByCode(names: readonly string[], ofTheKey: readonly number[]) {
  return ({ status, body }: OutboundAnswer): void => {
    const read = parseJson(body);
    const code = names.map((name) => getPath(read, name)).find((value) => typeof value === 'number');
    if (code === 0) return;
    if (code === undefined) throw toRejection(status) ?? new ConnectionTestError('answer');
    throw new ConnectionTestError(ofTheKey.includes(code) ? 'auth' : 'rejected', String(code));
  };
}

function judgeByStatus({ status }: OutboundAnswer): void {
  const rejection = toRejection(status);
  if (rejection) throw rejection;
}

/** Custom robot of DingTalk; its address carries time and signature when the robot checks signatures. */
const dingtalk: AlertRobot = {
  maxBytes: 18_000,
  request({ url, secret, text, now }) {
    const place = new URL(url);
    if (secret) {
      place.searchParams.set('timestamp', String(now));
      place.searchParams.set('sign', signed(secret, `${now}\n${secret}`).digest('base64'));
    }
    return { url: place.href, headers: json, body: JSON.stringify({ msgtype: 'text', text: { content: text } }) };
  },
  judge: judgeByCode(['errcode'], [300_005, 310_000]),
};

/** Custom robot of Feishu and Lark; it would read `<at ...>` in a text as a mention. */
const feishu: AlertRobot = {
  maxBytes: 18_000,
  request({ url, secret, text, now }) {
    const timestamp = String(Math.floor(now / 1000));
    const proof = secret ? { timestamp, sign: signed(`${timestamp}\n${secret}`, '').digest('base64') } : {};
    const content = { text: text.replaceAll('<', '＜') };
    return { url, headers: json, body: JSON.stringify({ ...proof, msg_type: 'text', content }) };
  },
  judge: judgeByCode(['code', 'StatusCode'], [19_021, 19_022]),
};

const wecom: AlertRobot = {
  maxBytes: 2_000,
  request: ({ url, text }) => ({
    url,
    headers: json,
    body: JSON.stringify({ msgtype: 'text', text: { content: text } }),
  }),
  judge: judgeByCode(['errcode'], [93_000]),
};

/** Incoming webhooks of Slack, and of those that take the same; `<`, `>` and `&` are theirs, and `@all` would call everyone. */
const slack: AlertRobot = {
  maxBytes: 18_000,
  request({ url, text }) {
    const calm = text.replace(/@(?=all|here|channel)/gi, '@\u200b');
    const said = calm.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return { url, headers: json, body: JSON.stringify({ text: said }) };
  },
  judge: judgeByStatus,
};

/** A system of the operator's own: signed like our service API, over time and body. */
const own: AlertRobot = {
  maxBytes: 200_000,
  request({ url, secret, site, text, notifications, now }) {
    const body = JSON.stringify({ site, at: now, text, notifications });
    const proof = secret ? { 'x-gantry-signature': signed(secret, `${now}.${body}`).digest('hex') } : {};
    return { url, headers: { ...json, 'x-gantry-timestamp': String(now), ...proof }, body };
  },
  judge: judgeByStatus,
};

const alertRobots: Readonly<Record<Kind, AlertRobot>> = { dingtalk, feishu, wecom, slack, json: own };

interface PostDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

type Deps = PostDeps & DueDeps & Pick<Services, 'log'>;

const testWords = {
  zh: '测试消息：收到这条消息，说明告警推送可用。',
  en: 'This is a test message. Alerts are working.',
} as const;

const between = '\n\n';
const bytesOf = (text: string) => Buffer.byteLength(text);

/** Cuts a text to so many bytes, never inside a character. */
export function cutToBytes(text: string, most: number): string {
  if (bytesOf(text) <= most) return text;
  let left = most - bytesOf('…');
  let cut = '';
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    cut += character;
  }
  return `${cut}…`;
}

/** As many notifications as one message holds, one at least; the others come with the next. */
export function fitNotifications(
  site: string,
  notifications: readonly DueNotification[],
  most: number,
): Pick<AlertOptions, 'text' | 'notifications'> {
  const head = `[${site}]`;
  const taken: DueNotification[] = [];
  let text = head;
  for (const notification of notifications) {
    const longer = `${text}${taken.length === 0 ? ' ' : between}${formatLines(notification)}`;
    if (taken.length > 0 && bytesOf(longer) > most) break;
    taken.push(notification);
    text = cutToBytes(longer, most);
  }
  return { text, notifications: taken };
}

/** Posts to the robot of the settings. Throws ConnectionTestError or OutboundError; neither contains the URL. */
async function post(
  { settings, outbound }: PostDeps,
  options: Omit<AlertOptions, 'url' | 'secret' | 'now'>,
): Promise<void> {
  const { kind, timeoutSeconds } = await settings.read('extensions', 'webhook');
  const url = await settings.secret('extensions', 'webhook', 'url');
  if (!url || !URL.canParse(url)) throw new ConnectionTestError(url ? 'host' : 'off');
  const secret = await settings.secret('extensions', 'webhook', 'signingSecret');
  const robot = alertRobots[kind];
  // Robots compare the time with their own, so that it is the real one.
  const request = robot.request({ ...options, url, secret: secret || null, now: Date.now() });
  robot.judge(await outbound.send({ target: 'webhook', ...request, method: 'POST', timeoutMs: timeoutSeconds * 1000 }));
}

/** Posts the notifications of the message panel to a chat robot, when the settings say so. Failed sends are retried with backoff. */
export async function sendWebhookAlerts(deps: Deps): Promise<void> {
  const { enabled, kind, events } = await deps.settings.read('extensions', 'webhook');
  if (!enabled || !(await canTry(deps, 'webhook'))) return;
  const { moment, site, notifications: due }: Due = await listDueNotifications(deps, events ?? [], 'posted_at');
  if (due.length === 0) return;
  const fitting = fitNotifications(site, due, alertRobots[kind].maxBytes);
  await deliver(deps, 'webhook', fitting.notifications, moment, () => post(deps, { site, ...fitting }));
}

/** The test message, in the language of whoever asks for one. */
export function createWebhookTests(deps: PostDeps): SettingsTests {
  return {
    'extensions/webhook/send': (_input, { locale }) =>
      runConnectionTest(async () => {
        const { name } = await deps.settings.read('system', 'site');
        await post(deps, { site: name, text: `[${name}] ${localize(testWords, locale)}`, notifications: [] });
        return {};
      }),
  };
}
