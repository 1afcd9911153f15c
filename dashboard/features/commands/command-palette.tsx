import {
  createContext,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useNavigate } from 'react-router';
import { unreachable } from '../../../core/base/result';
import { usePublished } from '../../data/owner-documents';
import { useToast } from '../../ui/toast';
import { useUndo } from '../../shared/publish/use-undo';
import { atSearch } from '../../shared/navigation/use-hash-target';
import type { CommandLayer, Opened } from './command-layer';
import { useShortcuts } from './use-shortcuts';
import type { ShortcutAct } from './shortcuts';

type Layer = ComponentType<ComponentProps<typeof CommandLayer>>;

const CommandsContext = createContext<() => void>(() => {});

/** Opens the palette. */
export const useOpenCommands = () => useContext(CommandsContext);

/** The command palette, whose code loads at first use, and its keyboard shortcuts. */
export function CommandPalette({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate();
  const { failed } = useToast();
  const { undo, redo } = useUndo();
  const [layer, setLayer] = useState<{ readonly Layer: Layer } | null>(null);
  const [open, setOpen] = useState<Opened | null>(null);
  const before = useRef<Element | null>(null);
  // Subscribed here so that the palette has the published profile when it opens.
  usePublished();

  const show = useCallback(
    (what: Opened) => {
      before.current = document.activeElement;
      import('./command-layer').then(
        ({ CommandLayer: Layer }) => {
          setLayer({ Layer });
          setOpen(what);
        },
        () => failed({ code: 'api/unreachable' }),
      );
    },
    [failed],
  );
  const close = useCallback(() => {
    setOpen(null);
    const back = before.current;
    const lost = !(back instanceof HTMLElement) || back === document.body || !back.isConnected;
    (lost ? document.querySelector<HTMLElement>('main') : back)?.focus({ preventScroll: true });
  }, []);

  useShortcuts((act: ShortcutAct) => {
    switch (act.kind) {
      case 'commands':
        return show('commands');
      case 'help':
        return show('help');
      case 'search':
        return void navigate('/tips', { state: atSearch });
      case 'undo':
        return undo();
      case 'redo':
        return redo();
      case 'go':
        return void navigate(act.to);
      default:
        return unreachable(act);
    }
  });
  const openCommands = useMemo(() => () => show('commands'), [show]);

  return (
    <CommandsContext value={openCommands}>
      {children}
      {layer && <layer.Layer open={open} onOpen={show} onClose={close} />}
    </CommandsContext>
  );
}
