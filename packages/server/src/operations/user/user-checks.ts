import { say, user, type Words } from '@gantry/core';
import type { RecordChecks } from '../../resources/engine.ts';

const gone: Words = {
  zh: '该用户已注销，资料不能再改',
  en: 'This person was deleted; nothing is written about them any more',
};

/** Who was forgotten stays forgotten, whichever door a change comes through. */
export const userChecks: RecordChecks = {
  [user.name]: ({ status }, { locale }) => (status === 'deleted' ? { status: [say(gone, locale)] } : null),
};
