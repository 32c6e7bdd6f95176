import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';

type MenuProps = {
  name: string | undefined;
  triggerClass: string;
  label: ReactNode;
  children: ReactNode;
};

/** Open at first, because it replaces the button that was clicked. */
export function OpenMenu({ name, triggerClass, label, children }: MenuProps) {
  const triggerId = useId();
  return (
    <BaseMenu.Root defaultOpen defaultTriggerId={triggerId} modal={false}>
      <BaseMenu.Trigger id={triggerId} aria-label={name} className={triggerClass}>
        {label}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-50 outline-none">
          <BaseMenu.Popup className="max-h-(--available-height) min-w-44 overflow-y-auto rounded-card border border-line bg-raised p-1 text-control shadow-float outline-none">
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export function MenuItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <BaseMenu.Item onClick={onClick} className={itemClass}>
      {children}
    </BaseMenu.Item>
  );
}

export function MenuLink({ children }: { children: ReactElement<Record<string, unknown>> }) {
  return <BaseMenu.LinkItem closeOnClick render={children} className={itemClass} />;
}

type ChoiceProps = {
  label: string;
  options: Readonly<Record<string, string>>;
  value: string;
  onChange: (value: string) => void;
};

export function TextChoice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <BaseMenu.RadioGroup
      value={value}
      onValueChange={onChange}
      aria-label={label}
      className="mt-1 border-t border-line pt-1 first:mt-0 first:border-t-0 first:pt-0"
    >
      <div aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-small text-muted">
        {label}
      </div>
      {Object.entries(options).map(([option, text]) => (
        <BaseMenu.RadioItem key={option} value={option} closeOnClick className={itemClass}>
          <span className="flex-1">{text}</span>
          <BaseMenu.RadioItemIndicator>
            <Check size={14} aria-hidden="true" className="text-accent" />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}

const itemClass =
  'flex min-h-8 touch:min-h-10 cursor-default items-center gap-2 rounded-chip px-2.5 outline-none select-none data-highlighted:bg-hover';
