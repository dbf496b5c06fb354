/**
 * Puts the views of a room into their places and joins what they offer to what can be done. It decides
 * nothing, and no view knows another.
 *
 * @typedef {object} Actions
 * @property {string} room
 * @property {Storage} store
 * @property {import("../editor/editor.js").Find} find
 * @property {import("../docs/documents.js").Documents} documents
 * @property {() => {id: string, name: string}} me
 * @property {(op: import("../hub/wire.js").Op) => boolean} publish whether it was taken
 * @property {(tool: import("../room/state.js").Tool) => void} remove
 * @property {(name: string) => void} rename
 * @property {() => void} askWhoIsHere
 * @property {() => void} retry
 * @property {(entry: import("../hub/outbox.js").Entry) => void} sendKept
 * @property {(entry: import("../hub/outbox.js").Entry) => void} discardKept
 * @property {(safe: boolean) => void} setSafe
 * @property {(tool: {name: string, seq: number}) => void} start a tool that was stopped
 * @property {(isAllowed: boolean) => void} answer what a tool asks
 * @property {(line: string) => import("../../shared/completion.js").Choice[]} offer
 * @property {() => void} rebuild
 * @property {import("./history.js").Read} readHistory
 * @property {() => void} toRealm
 * @property {() => void} changed
 */

import { Drafts } from "../room/drafts.js";
import { pinOp, unpinOp } from "../room/pins.js";
import { linkTo } from "../line-links.js";
import { upgradeOf } from "../gallery/catalogue.js";
import { mountAnnouncer } from "./announcer.js";
import { mountAsking } from "./asking.js";
import { mountBanner } from "./banner.js";
import { mountCommandLine } from "./command-line.js";
import { mountConnection } from "./connection.js";
import { mountDrawer } from "./drawer.js";
import { mountKept } from "./kept.js";
import { mountPeople } from "./people.js";
import { mountShortcuts } from "./shortcuts.js";
import { mountStage } from "./stage.js";
import { mountStorageNote } from "./storage-note.js";
import { mountToaster } from "./toaster.js";
import { mountToolsButton } from "./tools-button.js";

/** @param {Actions} actions */
export function mountViews(actions) {
  const toast = mountToaster(byId("toasts"));
  const toolsButton = mountToolsButton(byId("tools-place"), { onToggle: () => drawer.toggle() });
  const drawer = mountDrawer(byId("drawer"), {
    room: actions.room,
    memory: actions.store,
    drafts: new Drafts(actions.store, actions.room),
    documents: actions.documents,
    me: actions.me,
    onLine: (place) => linkTo(place, toast),
    find: actions.find,
    onRun: (name, source) => actions.publish({ type: "upgrade", name, ...source }),
    onRemove: actions.remove,
    onDiscard: (name, undo) => toast({
      title: name ? `Discarded the draft of “${name}”` : "Discarded the draft",
      action: { label: "Undo", run: undo },
    }),
    onLeave: actions.toRealm,
    onToggle: (open) => {
      toolsButton.setOpen(open);
      actions.changed();
    },
    onSafe: actions.setSafe,
    onShown: actions.changed,
    install: async (offer) => {
      if (!actions.publish(await upgradeOf(offer))) return;
      toast({
        title: `Installed “${offer.name}” for everybody`,
        detail: offer.try ? `Say for example ${offer.try}` : undefined,
      });
    },
    onStart: actions.start,
    onPin: (name, version, source) => actions.publish(pinOp(name, version, source)),
    onUnpin: (name) => actions.publish(unpinOp(name)),
    readHistory: actions.readHistory,
    // The hub's copy says where it is from; it parts room and tool at the first pair of colons.
    onCopy: (from, name, source) =>
      actions.publish(from.includes("::")
        ? { type: "upgrade", name, ...source }
        : { type: "import", name: `${from}::${name}` }),
  });
  const commandLine = mountCommandLine(document.body, {
    offer: actions.offer,
    onOp: actions.publish,
    onClose: actions.toRealm,
  });
  return {
    toast,
    toolsButton,
    drawer,
    commandLine,
    asking: mountAsking(byId("asking"), { onAnswer: actions.answer }),
    announce: mountAnnouncer(byId("announcer")),
    people: mountPeople(byId("people-place"), { onRename: actions.rename, onOpen: actions.askWhoIsHere }),
    connection: mountConnection(byId("connection-place"), { onRetry: actions.retry }),
    kept: mountKept(byId("kept"), { onSend: actions.sendKept, onDiscard: actions.discardKept }),
    storageNote: mountStorageNote(byId("storage-note")),
    banner: mountBanner(byId("banner"), { onLeave: () => actions.setSafe(false) }),
    stage: mountStage(byId("stage"), {
      onRebuild: actions.rebuild,
      onSafe: () => actions.setSafe(true),
      onRetry: actions.retry,
    }),
    shortcuts: mountShortcuts(document.body, {
      onInput: actions.toRealm,
      onTools: () => drawer.toggle(),
      onEscape: actions.toRealm,
      onCommands: () => commandLine.open(),
    }),
  };
}

/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
