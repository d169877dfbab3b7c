import { type Client, sessionPaths } from './client.ts';

/** Keys under which clients store session data. */
export const storageKeys = { token: 'token', theme: 'theme', locale: 'locale', adminInfo: 'adminInfo' } as const;

/** Storage of session data: localStorage, a file or memory. */
export interface SessionStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly captchaId?: string;
  readonly captchaCode?: string;
  /** The response of a provider's widget, instead of the characters of an image. */
  readonly captchaToken?: string;
  readonly totp?: string;
}

export interface SignInAnswer {
  readonly token: string;
  /** UTC milliseconds. */
  readonly expiresAt: number;
  readonly mustChangePassword: boolean;
}

export interface Captcha {
  readonly captchaId: string;
  /** `data:image/png;base64,...` */
  readonly captchaImage: string;
  /** Whether a provider's widget may be solved instead, in clients with a browser. */
  readonly hosted: boolean;
}

export type CredentialRejection = 'usernameEmpty' | 'passwordEmpty';

/** Checks credentials before they are sent. Returns a key of the `session` messages, or null. */
export function checkCredentials(credentials: Credentials): CredentialRejection | null {
  if (credentials.username === '') return 'usernameEmpty';
  return credentials.password === '' ? 'passwordEmpty' : null;
}

export interface Session {
  token(): string | null;
  cachedInfo(): AdminInfo | null;
  /** Stores the token on success. A failure clears the stored token. */
  signIn(credentials: Credentials): Promise<SignInAnswer>;
  /** Ends the session on the server and always clears the stored data, even when the server cannot be reached. */
  signOut(): Promise<void>;
  loadInfo(): Promise<CurrentUser>;
  captcha(): Promise<Captcha>;
  clear(): void;
}

function parseInfo(text: string | null): AdminInfo | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('role' in value) || !('name' in value)) return null;
    const avatar = 'avatar' in value && typeof value.avatar === 'string' ? value.avatar : null;
    const given = 'permissionSet' in value && Array.isArray(value.permissionSet) ? value.permissionSet : [];
    return { name: String(value.name), avatar, role: String(value.role), permissionSet: given.map(String) };
  } catch {
    return null;
  }
}

/** The session of the admin API for all clients: its calls, the stored data, and when it is cleared. */
export function createSession(client: Client, store: SessionStore): Session {
  const clear = () => {
    store.remove(storageKeys.token);
    store.remove(storageKeys.adminInfo);
  };
  return {
    token: () => store.get(storageKeys.token),
    cachedInfo: () => parseInfo(store.get(storageKeys.adminInfo)),
    clear,
    captcha: () => client.call<Captcha>(sessionPaths.captcha, {}, { quiet: true }),
    async signIn(credentials) {
      try {
        const answer = await client.call<SignInAnswer>(sessionPaths.login, credentials, { quiet: true });
        store.set(storageKeys.token, answer.token);
        return answer;
      } catch (error) {
        clear();
        throw error;
      }
    },
    async signOut() {
      try {
        if (store.get(storageKeys.token)) await client.call(sessionPaths.logout, {}, { quiet: true });
      } catch {
        // Signing out must work when the server cannot be reached.
      } finally {
        clear();
      }
    },
    async loadInfo() {
      const user = await client.call<CurrentUser>(sessionPaths.info, {}, { quiet: true });
      store.set(storageKeys.adminInfo, JSON.stringify(toAdminInfo(user)));
      return user;
    },
  };
}

/** The signed-in admin, as in `/info`. The role is empty until it is loaded. */
export interface CurrentUser {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly job: string | null;
  readonly jobName: string | null;
  readonly organization: string | null;
  readonly organizationName: string | null;
  readonly location: string | null;
  readonly locationName: string | null;
  readonly email: string | null;
  readonly introduction: string | null;
  readonly personalWebsite: string | null;
  readonly phone: string | null;
  readonly registrationDate: string;
  readonly accountId: string;
  readonly certification: number;
  readonly role: string;
  /** Menu areas that the admin may use. See `Rights`. */
  readonly permissionSet: readonly string[];
  readonly totpEnabled: boolean;
  readonly mustChangePassword: boolean;
}

/** Account data that a browser may store: only what the navigation bar shows. */
export interface AdminInfo {
  readonly name: string;
  readonly avatar: string | null;
  readonly role: string;
  readonly permissionSet: readonly string[];
}

function toAdminInfo(user: CurrentUser): AdminInfo {
  return { name: user.name, avatar: user.avatar, role: user.role, permissionSet: user.permissionSet };
}
