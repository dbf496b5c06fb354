/**
 * `submit` for tools' forms. A sandboxed page submits none, and so the platform does not even ask the handlers
 * that were all that a tool wanted. They are asked here; nothing is submitted afterwards either.
 */

import { natives } from "#realm/natives.js";

/** @param {Document} document */
export function mountForms(document) {
  const on = (type, listener) => natives.addEventListener.call(document, type, listener);
  // Enter in a field clicks the form's button, where it has one.
  on("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button, input") : null;
    if (event.defaultPrevented || !isSubmitter(button) || button.form === null) return;
    ask(button.form, button);
  });
  on("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    if (!(field instanceof HTMLInputElement) || field.form === null) return;
    const fields = [...field.form.elements];
    const isAlone = fields.filter((each) => each instanceof HTMLInputElement && isTyped(each)).length === 1;
    if (isAlone && isTyped(field) && !fields.some(isSubmitter)) ask(field.form, null);
  });
}

function ask(form, submitter) {
  if (!form.noValidate && !submitter?.formNoValidate && !form.reportValidity()) return;
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));
}

const isSubmitter = (element) =>
  (element instanceof HTMLButtonElement && element.type === "submit" && !element.disabled)
  || (element instanceof HTMLInputElement && ["submit", "image"].includes(element.type) && !element.disabled);

const isTyped = ({ type }) =>
  !["button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset", "submit"].includes(type);
