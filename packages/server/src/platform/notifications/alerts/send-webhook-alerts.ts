import { localize } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import { ConnectionTestError, type OutboundClient, runConnectionTest } from '../../outbound/index.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { SettingsTests } from '../../settings/try-settings.ts';
import { canTry } from './alert-pace.ts';
import { type AlertOptions, alertRobots } from './alert-robot.ts';
import { deliver } from './deliver.ts';
import { type Due, type DueDeps, type DueNotification, formatLines, listDueNotifications } from './due-alerts.ts';

interface PostDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

type Deps = PostDeps & DueDeps & Pick<Services, 'log'>;

const testWords = {
  zh: '测试消息：收到这条消息，说明告警推送可用。',
  en: 'A test message: that you read this means that alerts arrive.',
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

/** As many matters as one message holds, one at least; the others come with the next. */
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

/** Posts to the robot of the settings. Throws TrialFailed or OutboundError; neither tells the address. */
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

/** Tells a robot what the message panel tells, when the settings say so. What could not be sent is tried again, less and less often. */
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
