import { say } from '@gantry/core';
import type { Services } from '../../context.ts';
import { type OutboundGate, TrialFailed, trial } from '../../outbound/index.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { SettingsTrials } from '../../settings/try-settings.ts';
import { mayTry } from './alert-pace.ts';
import { type AlertWish, alertRobots } from './alert-robot.ts';
import { deliver } from './deliver.ts';
import { type Due, type DueMatter, type DueNeeds, dueMatters, linesOf } from './due-matters.ts';

interface PostNeeds {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

type Needs = PostNeeds & DueNeeds & Pick<Services, 'log'>;

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
export function fitMatters(
  site: string,
  matters: readonly DueMatter[],
  most: number,
): Pick<AlertWish, 'text' | 'matters'> {
  const head = `[${site}]`;
  const taken: DueMatter[] = [];
  let text = head;
  for (const matter of matters) {
    const longer = `${text}${taken.length === 0 ? ' ' : between}${linesOf(matter)}`;
    if (taken.length > 0 && bytesOf(longer) > most) break;
    taken.push(matter);
    text = cutToBytes(longer, most);
  }
  return { text, matters: taken };
}

/** Posts to the robot of the settings. Throws TrialFailed or OutboundError; neither tells the address. */
async function post({ settings, gate }: PostNeeds, wish: Omit<AlertWish, 'url' | 'secret' | 'now'>): Promise<void> {
  const { kind, timeoutSeconds } = await settings.read('extensions', 'webhook');
  const url = await settings.secret('extensions', 'webhook', 'url');
  if (!url || !URL.canParse(url)) throw new TrialFailed(url ? 'host' : 'off');
  const secret = await settings.secret('extensions', 'webhook', 'signingSecret');
  const robot = alertRobots[kind];
  // Robots compare the time with their own, so that it is the real one.
  const request = robot.request({ ...wish, url, secret: secret || null, now: Date.now() });
  robot.judge(await gate.send({ target: 'webhook', ...request, method: 'POST', timeoutMs: timeoutSeconds * 1000 }));
}

/** Tells a robot what the message panel tells, when the settings say so. What could not be sent is tried again, less and less often. */
export async function tellByWebhook(needs: Needs): Promise<void> {
  const { enabled, kind, events } = await needs.settings.read('extensions', 'webhook');
  if (!enabled || !(await mayTry(needs, 'webhook'))) return;
  const { moment, site, matters: due }: Due = await dueMatters(needs, events ?? [], 'posted_at');
  if (due.length === 0) return;
  const fitting = fitMatters(site, due, alertRobots[kind].maxBytes);
  await deliver(needs, 'webhook', fitting.matters, moment, () => post(needs, { site, ...fitting }));
}

/** The test message, in the language of whoever asks for one. */
export function webhookTrials(needs: PostNeeds): SettingsTrials {
  return {
    'extensions/webhook/send': (_input, { locale }) =>
      trial(async () => {
        const { name } = await needs.settings.read('system', 'site');
        await post(needs, { site: name, text: `[${name}] ${say(testWords, locale)}`, matters: [] });
        return {};
      }),
  };
}
