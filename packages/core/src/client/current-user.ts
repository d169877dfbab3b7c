/** Who is signed in, as `/info` answers; the role is empty until it is loaded. */
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
  /** Menu areas to which the role is narrowed; empty when it is not. */
  readonly permissionSet: readonly string[];
  readonly totpEnabled: boolean;
  readonly mustChangePassword: boolean;
}

/** What may be kept in a browser: nothing personal beyond what the navigation bar shows. */
export interface AdminInfo {
  readonly name: string;
  readonly avatar: string | null;
  readonly role: string;
  readonly permissionSet: readonly string[];
}

export function toAdminInfo(user: CurrentUser): AdminInfo {
  return { name: user.name, avatar: user.avatar, role: user.role, permissionSet: user.permissionSet };
}
