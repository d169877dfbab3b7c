import type { CurrentUser, Rights, Role, Session, SessionStore } from '@gantry/core';
import { createContext, type ReactNode, use } from 'react';
import type { Channel } from '../api/index.ts';
import type { TabMessage } from './tab-sync.ts';

/** Created once per page: the session, where it is stored, and the channel to the other tabs. */
export interface SessionHost {
  readonly session: Session;
  readonly store: SessionStore;
  readonly tabs: Channel<TabMessage>;
}

/** The signed-in user and the operations on the session. */
export interface SignedIn {
  readonly user: CurrentUser;
  /** The role that the console is rendered for: the user's own role, or the previewed one. */
  readonly role: Role | '';
  /** That role, restricted to the menu areas of the account. It decides which pages and records are visible. */
  readonly rights: Rights;
  /** The role on the server. */
  readonly ownRole: string;
  readonly previewing: boolean;
  /** Previews the other role, or returns to the user's own. It grants no permissions: the server decides. */
  switchRole(): void;
  /** Reloads the user after a profile change. */
  reload(): Promise<void>;
  signOut(): Promise<void>;
  readonly host: SessionHost;
}

const SessionContext = createContext<SignedIn | null>(null);

export function SignedInProvider({ value, children }: { readonly value: SignedIn; readonly children: ReactNode }) {
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): SignedIn {
  const value = use(SessionContext);
  if (!value) throw new Error('the session is used outside of SignedInProvider');
  return value;
}
