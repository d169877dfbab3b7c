import {
  admin,
  auditLog,
  backup,
  createListState,
  encodeListState,
  kebab,
  notice,
  riskEvent,
  violationLog,
} from '@gantry/core';

/** Something that people should hear of. Kept as an event with its figures, so that each reads it in their language. */
export interface Notification {
  readonly type: 'message' | 'notice' | 'todo';
  readonly event:
    | 'violationOpened'
    | 'riskFound'
    | 'adminLocked'
    | 'noticePublished'
    | 'importFailed'
    | 'auditBroken'
    | 'databaseDamaged'
    | 'keyDisabled'
    | 'orderFulfilFailed'
    | 'paymentOdd'
    | 'moneyTakenBack'
    | 'refundStuck'
    | 'refundCameBack'
    | 'refundOdd'
    | 'membershipsEnding'
    | 'agentEnding'
    | 'backupFailed'
    | 'jobDead'
    | 'recordStuck'
    | 'lowUpstreamBalance'
    | 'limitsLifted'
    | 'clientScopesGranted'
    | 'clientNeedsReview'
    | 'webhookDisabled';
  readonly severity: 'info' | 'warn' | 'critical';
  /** Whom it concerns: everyone, those of the role admin, or one person. */
  readonly audience: 'everyone' | 'admins' | { readonly adminId: number };
  /** The same matter again raises the one that is there. */
  readonly dedupeKey: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly route: string | null;
}

/** A route of the console: the tab of a resource, with the filters of its list in the form that the console reads. */
export function routeTo(
  resource: { readonly name: string; readonly path: string },
  filters: Readonly<Record<string, unknown>> = {},
): string {
  const state = encodeListState({ ...createListState(), filters });
  return `${resource.path}?${new URLSearchParams({ tab: kebab(resource.name), ...state })}`;
}

const openViolations = routeTo(violationLog, { handled: ['open'] });

/** However many there are, they are one matter: the newest words, and how many are open is counted when it is read. */
export function createViolationNotification(words: readonly string[]): Notification {
  return {
    type: 'todo',
    event: 'violationOpened',
    severity: 'warn',
    audience: 'everyone',
    dedupeKey: 'violationOpened',
    params: { words: words.slice(0, 5).join('、').slice(0, 200) },
    route: openViolations,
  };
}

/** All that the rules found is one matter: the rule that spoke last. */
export function createRiskNotification(rule: string): Notification {
  return {
    type: 'todo',
    event: 'riskFound',
    severity: 'warn',
    audience: 'everyone',
    dedupeKey: 'riskFound',
    params: { rule },
    route: routeTo(riskEvent, { status: ['open'] }),
  };
}

export function createAdminLockedNotification(
  person: { readonly id: number; readonly name: string; readonly ip: string },
  until: number,
): Notification {
  return {
    type: 'message',
    event: 'adminLocked',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `adminLocked ${person.id} ${until}`,
    params: { name: person.name, ip: person.ip },
    route: routeTo(admin, { id: [person.id] }),
  };
}

export function createNoticePublishedNotification(id: number, version: number, title: string): Notification {
  return {
    type: 'notice',
    event: 'noticePublished',
    severity: 'info',
    audience: 'everyone',
    dedupeKey: `noticePublished ${id} ${version}`,
    params: { title },
    route: routeTo(notice, { id: [id] }),
  };
}

/** Failures of one import, which arrives in many calls: those of one person and resource within an hour are one matter. */
export function importFailed(
  adminId: number,
  resource: { readonly name: string; readonly path: string },
  now: number,
): Notification {
  return {
    type: 'message',
    event: 'importFailed',
    severity: 'warn',
    audience: { adminId },
    dedupeKey: `importFailed ${adminId} ${resource.name} ${Math.floor(now / 3_600_000)}`,
    params: { resource: resource.name },
    route: routeTo(resource),
  };
}

export function createAuditBrokenNotification(id: number): Notification {
  return {
    type: 'message',
    event: 'auditBroken',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `auditBroken ${id}`,
    params: { id },
    route: routeTo(auditLog),
  };
}

export function databaseDamaged(message: string): Notification {
  return {
    type: 'message',
    event: 'databaseDamaged',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: 'databaseDamaged',
    params: { message: message.slice(0, 200) },
    route: routeTo(backup),
  };
}
