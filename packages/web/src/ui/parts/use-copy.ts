import { useT } from '../../app/i18n/index.ts';
import { useToast } from '../index.ts';

/** Returns a function that copies a text to the clipboard and shows a message. Resolves to whether it was copied. */
export function useCopy(): (text: string, said?: string) => Promise<boolean> {
  const t = useT();
  const toast = useToast();
  return async (text, said = t('common.copied')) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast.error(t('console.settings.copyFailed'));
      return false;
    }
    toast.success(said);
    return true;
  };
}
