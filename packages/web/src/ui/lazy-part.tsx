import { Component, type ComponentType, createContext, lazy, type ReactNode, use, useReducer } from 'react';

/** Thrown when the code of a part cannot be loaded: the network is down, or an upgrade replaced it. */
class PartLoadError extends Error {
  override readonly name = 'PartLoadError';
}

export interface PartFailureProps {
  /** Loads the part again without affecting its surroundings. */
  readonly onRetry: () => void;
}

/** The replacement for a part that could not be loaded; provided from above, where the translations are. */
const PartFailureContext = createContext<ComponentType<PartFailureProps> | null>(null);
export const PartFailureProvider = PartFailureContext;

interface BoundaryProps {
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** Catches only errors of loading a part. */
class PartBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof PartLoadError)) throw error;
    return (
      <Failure
        onRetry={() => {
          this.props.onRetry();
          this.setState({ error: null });
        }}
      />
    );
  }
}

function Failure(props: PartFailureProps) {
  const View = use(PartFailureContext);
  return View ? <View {...props} /> : null;
}

type Loading<P> = () => Promise<{ readonly default: ComponentType<P> }>;

/** Loads code. Rejects immediately while the browser is offline, because some browsers never retry a module that failed. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  if (!navigator.onLine) throw new Error('error loading code: offline');
  return load();
}

const failing =
  <P,>(load: Loading<P>): Loading<P> =>
  () =>
    loadCode(load).catch((error: unknown) => {
      throw new PartLoadError('a part could not be loaded', { cause: error });
    });

/** Creates a component that is loaded on first render. On failure, only its own place offers a retry. */
export function lazyPart<P extends object>(load: Loading<P>): ComponentType<P> {
  let Current = lazy(failing(load));
  return function Part(props: P) {
    const [, again] = useReducer((tries: number) => tries + 1, 0);
    const reload = () => {
      Current = lazy(failing(load));
      again();
    };
    const Loaded = Current as ComponentType<P>;
    return (
      <PartBoundary onRetry={reload}>
        <Loaded {...props} />
      </PartBoundary>
    );
  };
}
