import {
  type AnyResource,
  admin,
  admins,
  apiKey,
  backup,
  bannedWord,
  can,
  canUse,
  chatMessage,
  chatSession,
  drawTask,
  everyone,
  file,
  helpDoc,
  notice,
  order,
  type Requester,
  type Roles,
  usageRecord,
  user,
  userMembership,
  violationLog,
  wallet,
} from '@gantry/core';
import { routeTo } from '../../platform/notifications/notification-types.ts';
import type { PanelWord } from '../../platform/notifications/panel-words.ts';
import { problemStates } from '../keys/index.ts';

type Filters = Readonly<Record<string, unknown>>;
/** Moments in UTC ms since which something is counted. */
export interface CountedSince {
  readonly monthFrom: number;
  readonly activeFrom: number;
}
type FiltersOf = (since: CountedSince) => Filters;

const card = (word: PanelWord, of: AnyResource, roles: Roles = everyone, filters: Filters | FiltersOf = {}) => ({
  word,
  roles,
  path: of.path,
  of,
  filters,
});

/** The figures of the platform: what each is called, what it is of, and whose it is. Money and upkeep are for admins. */
export const dataCards = {
  users: card('panels.card.users', user),
  activeUsers: card('panels.card.activeUsers', user, everyone, ({ activeFrom }) => ({
    lastActiveAt: { from: activeFrom },
  })),
  tasks: card('panels.card.tasks', drawTask, everyone, { createdAt: { days: { from: 0 } } }),
  coinOutstanding: card('panels.card.coinOutstanding', wallet, admins, { asset: ['coin'] }),
  computeOutstanding: card('panels.card.computeOutstanding', wallet, admins, { asset: ['compute'] }),
  keysWithProblems: card('panels.card.keysWithProblems', apiKey, admins, { status: problemStates }),
  backupAge: card('panels.card.backupAge', backup, admins),
  orphans: card('panels.card.orphans', file, admins, { orphanedAt: { from: 0 } }),
  members: card('panels.card.members', userMembership, everyone, { status: ['active'] }),
  receivedFen: card('panels.card.receivedFen', order, admins, ({ monthFrom }) => ({
    paidAt: { from: monthFrom },
    testMoney: [false],
  })),
  costMicros: card('panels.card.costMicros', usageRecord, admins, ({ monthFrom }) => ({
    createdAt: { from: monthFrom },
  })),
  orders: card('panels.card.orders', order, admins),
  sessions: card('panels.card.sessions', chatSession),
  messages: card('panels.card.messages', chatMessage),
  tokens: card('panels.card.tokens', chatMessage),
  chatUsers: card('panels.card.chatUsers', chatSession),
  violations: card('panels.card.violations', violationLog, everyone, { handled: ['open'] }),
  bannedWords: card('panels.card.bannedWords', bannedWord),
  helpDocs: card('panels.card.helpDocs', helpDoc, everyone, { status: ['published'] }),
  notices: card('panels.card.notices', notice, everyone, { status: ['published'] }),
  admins: card('panels.card.admins', admin),
} as const;

export type DataCardKey = keyof typeof dataCards;

export function canSee(requester: Requester, key: DataCardKey): boolean {
  return canUse(requester, dataCards[key]);
}

/** The list that a figure is of, narrowed to what was counted; all of it when that is nothing, null for those who may not read it. */
export function getCardRoute(
  requester: Requester,
  key: DataCardKey,
  value: number,
  since: CountedSince,
): string | null {
  const { of, filters } = dataCards[key];
  if (!can(requester, of, 'list')) return null;
  const counted = typeof filters === 'function' ? filters(since) : filters;
  return routeTo(of, value > 0 ? counted : {});
}
