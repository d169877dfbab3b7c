import type { PageModule } from './page-module.ts';

/** Pages that are written by hand, by the name of their screen; every other screen is drawn from its definition. */
export const ownPages: Readonly<Record<string, () => Promise<PageModule>>> = {
  Workplace: async () => ({ Page: (await import('../../modules/workplace/workplace.tsx')).Workplace }),
  UserInfo: async () => ({ Page: (await import('../../modules/auth/user-center/user-center.tsx')).UserCenter }),
  UserSetting: async () => ({ Page: (await import('../../modules/auth/user-setting/user-setting.tsx')).UserSetting }),
};
