import { createListState, encodeListState, kebab } from '@gantry/core';

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
  /** The same notification again raises the existing one. */
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

/** Failures of one import, which arrives in many calls: those of one person and resource within an hour share one notification. */
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
