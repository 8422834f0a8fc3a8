-- The visitors' requests, for wrk: searches and pages in turn.
local page = false
request = function()
  page = not page
  return wrk.format("GET", (page and "/pets?owner=owner-" or "/api/pets?owner=owner-") .. math.random(0, 499))
end
