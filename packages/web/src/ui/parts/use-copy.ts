import { useT } from '../../app/i18n/index.ts';
import { useToast } from '../index.ts';

/** Puts a text on the clipboard and says so, in words of its own if there are any; whether it is there now. */
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
