import { useRef } from 'react';
import { Dialog, DialogDescription } from './Dialog.tsx';
import { TextArea } from './fields.tsx';

type Props = { text: string; onClose: () => void };

/** For a browser that refuses to copy, or doesn't answer. */
export function ManualCopyDialog({ text, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog kind="dialog" title="Copy this text" onClose={onClose} focus={{ initial: field }}>
      <DialogDescription>
        Your browser didn't copy it. The text is selected, so copy it yourself.
      </DialogDescription>
      <TextArea
        ref={field}
        label="Text to copy"
        className="mt-3"
        rows={10}
        readOnly
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </Dialog>
  );
}
