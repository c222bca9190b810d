// Wide code and tables can be scrolled by keyboard, and lists that were opened over the page close when one of their links is followed.
"use strict";

const scrolling = new ResizeObserver(entries => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) {
      target.tabIndex = 0;
    } else {
      target.removeAttribute("tabindex");
    }
  }
});
document.querySelectorAll(".scroll").forEach(element => scrolling.observe(element));

document.querySelectorAll("[popover]").forEach(list => list.addEventListener("click", event => {
  if (event.target.closest("a") && list.matches(":popover-open")) {
    list.hidePopover();
  }
}));
