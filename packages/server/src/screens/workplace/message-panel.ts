import { formatTime, type Locale, type Message, type MessagePanelAnswer } from '@gantry/core';
import type { Caller, Services } from '../../context.ts';
import { newestOf, type Told, unreadOf } from '../../notifications/inbox.ts';
import type { PanelTranslate, PanelWord } from '../../notifications/panel-words.ts';
import { spokenParams } from '../../notifications/spoken-params.ts';
import { todosOf } from './todos.ts';

type Needs = Pick<Services, 'database' | 'catalogue'>;

/** What the panel is written in. */
export interface MessageSetting {
  readonly timeZone: string;
  readonly t: PanelTranslate;
  readonly now: number;
  readonly limit: number;
  /** The newest backup may be so many days old. */
  readonly backupDays: number;
}

const events = [
  'violationOpened',
  'riskFound',
  'adminLocked',
  'noticePublished',
  'importFailed',
  'auditBroken',
  'databaseDamaged',
  'keyDisabled',
  'orderFulfilFailed',
  'paymentOdd',
  'moneyTakenBack',
  'refundStuck',
  'refundCameBack',
  'refundOdd',
  'membershipsEnding',
  'agentEnding',
  'backupFailed',
  'jobDead',
  'recordStuck',
  'lowUpstreamBalance',
  'limitsLifted',
  'clientScopesGranted',
  'clientNeedsReview',
] as const;
type EventName = (typeof events)[number];

function paramsOf(told: Told, { catalogue }: Needs, locale: Locale, open: number): Told['params'] {
  const spoken = spokenParams(told.params, catalogue, locale);
  return { ...spoken, number: open, failed: told.happened, happened: told.happened };
}

function messageOf(told: Told, needs: Needs, locale: Locale, setting: MessageSetting, open: number): Message {
  const { t, timeZone } = setting;
  const event = events.find((name) => name === told.event);
  const params = paramsOf(told, needs, locale, open);
  const words = (part: 'title' | 'subTitle' | 'content') =>
    event ? t(`panels.event.${event satisfies EventName}.${part}` as PanelWord, params) : told.event;
  return {
    id: told.id,
    type: told.type,
    title: words('title'),
    subTitle: words('subTitle'),
    avatar: '',
    content: words('content'),
    time: formatTime(told.at, timeZone),
    messageType: 0,
    status: told.isRead ? 1 : 0,
    severity: told.severity,
    route: told.route,
  };
}

export async function messagePanelAnswer(
  needs: Needs,
  caller: Caller,
  setting: MessageSetting,
): Promise<MessagePanelAnswer> {
  const { now, limit, t, backupDays } = setting;
  const told = await newestOf(needs.database, caller.actor, now, limit);
  const todos = await todosOf(needs.database, {
    t,
    locale: caller.locale,
    actor: caller.actor,
    now,
    backupDays,
  });
  const open = todos.find(({ key }) => key === 'violationsOpen')?.count ?? 0;
  return {
    asOf: now,
    unread: await unreadOf(needs.database, caller.actor, now),
    todos,
    messages: told.map((entry) => messageOf(entry, needs, caller.locale, setting, open)),
  };
}
