import { formatTime, type Locale, type Message, type MessagePanelAnswer } from '@gantry/core';
import type { Caller, Services } from '../../platform/context/context.ts';
import { formatParams } from '../../platform/notifications/format-params.ts';
import { countUnread, type InboxItem, listNewest } from '../../platform/notifications/inbox.ts';
import type { PanelTranslate, PanelWord } from '../../platform/notifications/panel-words.ts';
import { listTodos } from './todos.ts';

type Deps = Pick<Services, 'database' | 'catalogue'>;

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

function paramsOf(reported: InboxItem, { catalogue }: Deps, locale: Locale, open: number): InboxItem['params'] {
  const accessible = formatParams(reported.params, catalogue, locale);
  return { ...accessible, number: open, failed: reported.happened, happened: reported.happened };
}

function messageOf(reported: InboxItem, deps: Deps, locale: Locale, setting: MessageSetting, open: number): Message {
  const { t, timeZone } = setting;
  const event = events.find((name) => name === reported.event);
  const params = paramsOf(reported, deps, locale, open);
  const words = (part: 'title' | 'subTitle' | 'content') =>
    event ? t(`panels.event.${event satisfies EventName}.${part}` as PanelWord, params) : reported.event;
  return {
    id: reported.id,
    type: reported.type,
    title: words('title'),
    subTitle: words('subTitle'),
    avatar: '',
    content: words('content'),
    time: formatTime(reported.at, timeZone),
    messageType: 0,
    status: reported.isRead ? 1 : 0,
    severity: reported.severity,
    route: reported.route,
  };
}

export async function buildMessagePanelAnswer(
  deps: Deps,
  caller: Caller,
  setting: MessageSetting,
): Promise<MessagePanelAnswer> {
  const { now, limit, t, backupDays } = setting;
  const reported = await listNewest(deps.database, caller.actor, now, limit);
  const todos = await listTodos(deps.database, {
    t,
    locale: caller.locale,
    actor: caller.actor,
    now,
    backupDays,
  });
  const open = todos.find(({ key }) => key === 'violationsOpen')?.count ?? 0;
  return {
    asOf: now,
    unread: await countUnread(deps.database, caller.actor, now),
    todos,
    messages: reported.map((entry) => messageOf(entry, deps, caller.locale, setting, open)),
  };
}
