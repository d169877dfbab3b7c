import { createListState, encodeListState, kebab } from '@gantry/core';

/** A notification to admins. It is stored as an event with parameters, so that each reader sees it in their language. */
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
  /** Recipients: everyone, the role admin, or one admin. */
  readonly audience: 'everyone' | 'admins' | { readonly adminId: number };
  /** A notification with the same key raises the existing one. */
  readonly dedupeKey: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly route: string | null;
}

/** Returns a route of the console: the tab of a resource, with filters of its list. */
export function routeTo(
  resource: { readonly name: string; readonly path: string },
  filters: Readonly<Record<string, unknown>> = {},
): string {
  const state = encodeListState({ ...createListState(), filters });
  return `${resource.path}?${new URLSearchParams({ tab: kebab(resource.name), ...state })}`;
}

/**
 * Returns the notification about failed rows of an import. An import arrives in many calls, so those of one admin and resource
 * within an hour share a notification.
 */
export function createImportFailedNotification(
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
