import type { Slots } from '../../resource/slots.ts';
import { TemporaryPassword } from './temporary-password.tsx';

export const slots: Slots = { result: { resetPassword: TemporaryPassword, invite: TemporaryPassword } };
