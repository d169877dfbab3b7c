import {
  type Action,
  type AnyResource,
  allowsRole,
  assertRoles,
  type CallDefinition,
  type CurrentUser,
  can,
  canCall,
  canRun,
  type Rights,
  type Role,
  type Roles,
  roles,
  type Verb,
} from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { type SessionHost, type SignedIn, useSession } from './session-context.tsx';

/** Storage key of the role that is being previewed. */
const previewKey = 'userRole';

function findRole(value: string | null): Role | null {
  return roles.find((role) => role === value) ?? null;
}

/** The role to show: the previewed role if there is one, else the user's own role. */
function usePreview(host: SessionHost, ownRole: string) {
  const [preview, setPreview] = useState(() => findRole(host.store.get(previewKey)));
  useEffect(
    () =>
      host.tabs.subscribe((news) =>
        news.kind === 'role' ? setPreview(findRole(host.store.get(previewKey))) : undefined,
      ),
    [host],
  );
  const role: Role | '' = preview ?? findRole(ownRole) ?? '';
  const switchRole = useCallback(() => {
    const next: Role = role === 'admin' ? 'user' : 'admin';
    if (next === ownRole) host.store.remove(previewKey);
    else host.store.set(previewKey, next);
    setPreview(next === ownRole ? null : next);
    host.tabs.publish({ kind: 'role' });
  }, [host, role, ownRole]);
  return { role, switchRole, previewing: role !== ownRole };
}

/** Keeps the signed-in user up to date. Signing out leaves the console in every tab. */
export function useSignedIn(host: SessionHost, entered: CurrentUser, onLeave: () => void): SignedIn {
  const [user, setUser] = useState(entered);
  const queries = useQueryClient();
  const { role, switchRole, previewing } = usePreview(host, user.role);
  const { id, permissionSet } = user;
  const rights = useMemo(() => ({ id, role, permissionSet }), [id, role, permissionSet]);
  const reload = useCallback(async () => setUser(await host.session.loadInfo()), [host]);
  const signOut = useCallback(async () => {
    await host.session.signOut();
    host.store.remove(previewKey);
    host.tabs.publish({ kind: 'signedOut' });
    queries.clear();
    onLeave();
  }, [host, queries, onLeave]);
  return useMemo(
    () => ({ user, role, rights, ownRole: user.role, previewing, switchRole, reload, signOut, host }),
    [user, role, rights, previewing, switchRole, reload, signOut, host],
  );
}

type CanProps = { readonly children: ReactNode } & (
  | { readonly roles: Roles }
  | { readonly resource: AnyResource; readonly verb: Verb }
  | { readonly call: Pick<CallDefinition, 'roles' | 'area' | 'reads' | 'ownAccount'> }
  | { readonly resource: AnyResource; readonly action: Action; readonly record?: Readonly<Record<string, unknown>> }
);

function isPermitted(rights: Rights, props: CanProps): boolean {
  if ('call' in props) return canCall(rights, props.call);
  if ('verb' in props) return can(rights, props.resource, props.verb);
  if ('action' in props) return canRun(rights, props.resource, props.action, props.record).ok;
  assertRoles(props.roles);
  return props.roles.length === 0 || allowsRole(props.roles, rights.role);
}

/** Renders its children for users with the required roles, resource permission, call or action. */
export function Can(props: CanProps) {
  const { rights } = useSession();
  return isPermitted(rights, props) ? props.children : null;
}
